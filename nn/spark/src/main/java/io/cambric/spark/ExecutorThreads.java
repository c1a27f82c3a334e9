package io.cambric.spark;

import org.apache.spark.SparkEnv;

/** The threads of operations in an executor. */
final class ExecutorThreads {

  private static final String THREADS = "cambric.threads";

  /** The name of the executor inside of a driver. */
  private static final String DRIVER = "driver";

  private ExecutorThreads() {}

  /**
   * Gives operations one thread for each core of a Spark task, before the first operation of the
   * JVM. An explicit setting of the executor stays, and so does the setting of a driver.
   */
  static void set(int cores) {
    boolean isDriver = DRIVER.equals(SparkEnv.get().executorId());
    if (!isDriver && System.getProperty(THREADS) == null) {
      System.setProperty(THREADS, Integer.toString(cores));
    }
  }
}
