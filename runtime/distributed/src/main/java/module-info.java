/** Groups of processes, whose collectives go over sockets. */
module io.cambric.distributed {
  requires transitive io.cambric.core;
  requires static transitive org.jspecify;

  exports io.cambric.distributed;
}
