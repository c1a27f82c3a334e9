package io.cambric.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/** Divides rows among processes by their numbers. */
final class RowShares {

  /**
   * The number of rows that are serialised together, and so share the description of their classes.
   */
  private static final int ROWS = 32;

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

  /** Rows of a partition that go to one process; mutable. */
  private static final class Pending {

    private final List<Object> rows = new ArrayList<>();
    private long first;

    void add(Object row, long number) {
      if (rows.isEmpty()) {
        first = number;
      }
      rows.add(row);
    }

    Tuple2<Long, byte[]> packed() {
      var packed = new Tuple2<>(first, SerializedObjects.ofRows(rows));
      rows.clear();
      return packed;
    }
  }

  /** The rows of a partition as bytes, with the number of the first; mutable, for one thread. */
  private static final class PackedRows<T> implements Iterator<Tuple2<Long, byte[]>> {

    private final Iterator<Tuple2<T, Long>> numbered;
    private final List<Pending> pending = new ArrayList<>();

    PackedRows(Iterator<Tuple2<T, Long>> numbered, int processes) {
      this.numbered = numbered;
      for (int i = 0; i < processes; i++) {
        pending.add(new Pending());
      }
    }

    @Override
    public boolean hasNext() {
      return numbered.hasNext() || pending.stream().anyMatch(each -> !each.rows.isEmpty());
    }

    @Override
    public Tuple2<Long, byte[]> next() {
      while (numbered.hasNext()) {
        var row = numbered.next();
        var share = pending.get((int) (row._2() % pending.size()));
        share.add(row._1(), row._2());
        if (share.rows.size() == ROWS) {
          return share.packed();
        }
      }
      return pending.stream()
          .filter(each -> !each.rows.isEmpty())
          .findFirst()
          .orElseThrow(NoSuchElementException::new)
          .packed();
    }
  }

  /** {@return the rows as bytes, a partition a process, in the order of their numbers in each} */
  static <T> JavaPairRDD<Long, byte[]> of(JavaRDD<T> rows, int processes) {
    return rows.zipWithIndex()
        .mapPartitionsToPair(numbered -> new PackedRows<>(numbered, processes))
        .repartitionAndSortWithinPartitions(new ByNumber(processes));
  }

  /** {@return the rows of one process} */
  @SuppressWarnings("unchecked") // The bytes are of rows.
  static <T> List<T> read(Iterator<Tuple2<Long, byte[]>> packed) {
    var rows = new ArrayList<T>();
    packed.forEachRemaining(some -> rows.addAll((List<T>) SerializedObjects.readRows(some._2())));
    return rows;
  }
}
