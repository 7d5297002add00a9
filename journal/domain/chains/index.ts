export { type ChainLink, chainLinks, followChains, linkedTo, linksIn } from './chains.ts';
