package io.cambric.spark;

import io.cambric.array.Buffer;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** The rows of a partition with their results; mutable, for one thread. */
final class PredictedRows implements Iterator<Row> {

  private final Iterator<Row> rows;
  private final BroadcastModel model;
  private final ColumnCells cells;
  private final int place;
  private final int batch;
  private final Queue<Row> ready = new ArrayDeque<>();

  PredictedRows(Iterator<Row> rows, BroadcastModel model, ColumnCells cells, int place, int batch) {
    ExecutorThreads.set(TaskContext.get().cpus());
    this.rows = rows;
    this.model = model;
    this.cells = cells;
    this.place = place;
    this.batch = batch;
  }

  @Override
  public boolean hasNext() {
    return !ready.isEmpty() || rows.hasNext();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    if (ready.isEmpty()) {
      predict();
    }
    return ready.remove();
  }

  /** Reads a batch; the last one is filled up with zeros to keep its shape. */
  private void predict() {
    var aval = new ShapedArray(cells.shape().insert(0, batch), cells.dtype());
    var examples = Buffer.allocate(aval.dtype(), aval.shape().size());
    var read = new ArrayList<Row>();
    while (read.size() < batch && rows.hasNext()) {
      var row = rows.next();
      cells.put(row.get(place), examples, read.size());
      read.add(row);
    }
    var results = model.predict(NdArray.of(aval, examples));
    for (int i = 0; i < read.size(); i++) {
      ready.add(with(read.get(i), ResultColumn.cell(results, i)));
    }
  }

  private static Row with(Row row, Object result) {
    var cells = new Object[row.length() + 1];
    for (int i = 0; i < row.length(); i++) {
      cells[i] = row.get(i);
    }
    cells[row.length()] = result;
    return RowFactory.create(cells);
  }
}
