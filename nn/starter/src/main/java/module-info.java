/** All that a model and its training need. It has no package of its own. */
module io.cambric.starter {
  requires transitive io.cambric.layers;
  requires transitive io.cambric.training;
}
