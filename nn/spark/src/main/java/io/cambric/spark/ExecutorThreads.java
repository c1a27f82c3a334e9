package io.cambric.spark;

import org.apache.spark.SparkEnv;

/** The threads of operations in an executor. */
final class ExecutorThreads {

  private static final String THREADS = "cambric.threads";

  /** The name of the executor inside of a driver. */
  private static final String DRIVER = "driver";

  private ExecutorThreads() {}

  /**
   * Lets operations use as many threads as Spark gives a task cores, before the first operation of
   * the JVM. The choice of whoever started the executor stays, and so does that of a driver.
   */
  static void set(int cores) {
    boolean isDriver = DRIVER.equals(SparkEnv.get().executorId());
    if (!isDriver && System.getProperty(THREADS) == null) {
      System.setProperty(THREADS, Integer.toString(cores));
    }
  }
}
