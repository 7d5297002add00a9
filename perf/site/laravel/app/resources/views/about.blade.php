<p>A shop of lamps, since {{ 1900 + 71 }}.</p>
