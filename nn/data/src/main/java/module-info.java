/** Datasets: sources of examples, batches, and their order. */
module io.cambric.data {
  requires transitive io.cambric.runtime;
  requires transitive java.sql;
  requires static org.jspecify;
  requires java.desktop;
  requires org.apache.commons.csv;

  exports io.cambric.data;
}
