/** Layers written as module records, training, and serving. */
module io.cambric.nn {
  requires transitive io.cambric.optax;
  requires transitive io.cambric.core;
  requires transitive io.cambric.io;
  requires transitive io.cambric.linen;
  requires java.management;
  requires java.net.http;
  requires tools.jackson.core;
  requires static io.cambric.build;
  requires static transitive org.jspecify;

  exports io.cambric.nn;
  exports io.cambric.nn.loop;
  exports io.cambric.nn.metric;
  exports io.cambric.nn.optim;
  exports io.cambric.nn.report;
  exports io.cambric.nn.serving;
  exports io.cambric.nn.summary;
  exports io.cambric.nn.training;
  exports io.cambric.nn.writer;
}
