package io.cambric.spark;

import io.cambric.data.Dataset;
import java.util.List;

/**
 * The part of the rows that one process trains on; all processes have as many.
 *
 * <p>Row {@code i} of the data set belongs to process {@code i % size}, as row {@code i / size} of
 * its share. The remainder, fewer rows than processes, is left out.
 *
 * @param rank the number of the process, from 0
 * @param size the number of processes
 * @param list the rows in the order of the data set, in memory
 * @param <T> a row
 */
public record Share<T>(int rank, int size, List<T> list) {

  /** {@return the rows as a data set, to make batches of} */
  public Dataset<T> rows() {
    return Dataset.of(list);
  }

  /** {@return the rank and the number of rows} */
  @Override
  public String toString() {
    return "Share[rank %d of %d, %d rows]".formatted(rank, size, list.size());
  }
}
