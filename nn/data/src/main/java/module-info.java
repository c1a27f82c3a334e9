/** Datasets: sources of examples, batches, and their order. */
module io.cambric.data {
  requires transitive io.cambric.core;
  requires transitive io.cambric.io;
  requires transitive java.sql;
  requires static org.jspecify;
  requires java.desktop;
  // For Hardwood, which is inside of the jar.
  requires jdk.jfr;
  requires org.apache.commons.csv;

  exports io.cambric.data;
  exports io.cambric.data.image;
  exports io.cambric.data.preprocess;
  exports io.cambric.data.table;
  exports io.cambric.data.text;
}
