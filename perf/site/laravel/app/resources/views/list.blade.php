<ul>
@foreach ($products as $product)
<li>{{ $product->name }} by {{ $product->supplier->name }}</li>
@endforeach
</ul>
