package io.cambric.spark;

import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Divides rows among processes by their numbers. */
final class RowShares {

  private RowShares() {}

  /** Row {@code i} goes to process {@code i % size}. */
  private static final class ByNumber extends Partitioner {

    private static final long serialVersionUID = 1L;

    private final int size;

    ByNumber(int size) {
      this.size = size;
    }

    @Override
    public int numPartitions() {
      return size;
    }

    @Override
    public int getPartition(Object number) {
      return (int) ((Long) number % size);
    }
  }

  /** {@return the rows with their numbers, a partition a process, ascending in each} */
  static <T> JavaPairRDD<Long, T> of(JavaRDD<T> rows, int processes) {
    return rows.zipWithIndex()
        .mapToPair(Tuple2::swap)
        .repartitionAndSortWithinPartitions(new ByNumber(processes));
  }
}
