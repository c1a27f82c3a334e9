package io.cambric.numpy.result;

import io.cambric.core.Array;
import java.util.List;

/** The weight of points in the bins of a grid, and the edges of the bins along each axis. */
public record HistogramResult(Array counts, List<Array> edges) {

  /** Copies the list of edges. */
  public HistogramResult {
    edges = List.copyOf(edges);
  }
}
