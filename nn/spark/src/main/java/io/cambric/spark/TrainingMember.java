package io.cambric.spark;

import java.io.Serializable;

/**
 * A process that has taken part in a training.
 *
 * @param rank its number, from 0
 * @param size the number of processes
 * @param host the machine of its executor
 * @param pid the number of the executor's JVM in its system
 * @param params the digest of the parameters after the last step ({@link TreeDigest})
 */
public record TrainingMember(int rank, int size, String host, long pid, String params)
    implements Serializable {

  /** {@return a line such as {@code rank 0 of 2, pid 4711, params 90c1a4f2}} */
  @Override
  public String toString() {
    return "rank %d of %d, pid %d, params %s".formatted(rank, size, pid, params);
  }
}
