/** Weights in the files of other frameworks: PyTorch, Keras, TensorFlow, Orbax. */
module io.cambric.frameworks {
  requires transitive io.cambric.io;
  requires static transitive org.jspecify;

  exports io.cambric.frameworks.keras;
  exports io.cambric.frameworks.orbax;
  exports io.cambric.frameworks.tensorflow;
  exports io.cambric.frameworks.torch;
}
