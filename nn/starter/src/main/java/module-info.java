/** Layers, training and kernels in one module, which has no package of its own. */
module io.cambric.starter {
  requires transitive io.cambric.layers;
  requires transitive io.cambric.training;
}
