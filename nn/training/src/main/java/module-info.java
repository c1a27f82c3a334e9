/** Training loops, train states, metrics, their writers, and reports. */
module io.cambric.training {
  requires transitive io.cambric.io;
  requires transitive io.cambric.linen;
  requires transitive io.cambric.optax;
  requires java.management;
  requires java.net.http;
  requires tools.jackson.core;
  requires static io.cambric.build;
  requires static transitive com.google.errorprone.annotations;
  requires static transitive org.jspecify;

  exports io.cambric.nn.training;
  exports io.cambric.nn.report;
  exports io.cambric.nn.writer;
}
