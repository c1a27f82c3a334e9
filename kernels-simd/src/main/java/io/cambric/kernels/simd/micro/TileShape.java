package io.cambric.kernels.simd.micro;

/**
 * A register tile: the accumulators of a micro-kernel, and the form of its loop over k.
 *
 * <p>The accumulators, the held operand and a broadcast have to fit into the vector registers. A
 * tile reads the fewest elements per multiplication if its numbers of rows and vectors are nearly
 * equal.
 *
 * @param rows rows of A and C, MR of BLIS
 * @param vectors vectors of columns of B and C, NR of BLIS in vectors
 * @param unroll values of k in an iteration
 * @param fenced number of rows after which a load fence follows, or 0 for none. Without a fence, C2
 *     would hoist the broadcasts of all rows and spill them. It costs no instruction on x86.
 */
public record TileShape(int rows, int vectors, int unroll, int fenced) {

  /** {@return a tile with one value of k in an iteration and no fence} */
  public static TileShape of(int rows, int vectors) {
    return new TileShape(rows, vectors, 1, 0);
  }

  /** {@return this tile with several values of k in an iteration} */
  public TileShape unrolled(int values) {
    return new TileShape(rows, vectors, values, fenced);
  }

  /** {@return this tile with a fence after each group of rows} */
  public TileShape fencedBy(int group) {
    return new TileShape(rows, vectors, unroll, group);
  }

  /**
   * {@return whether the broadcasts of all rows are held in registers, and vectors of B stream past
   * them} Otherwise the vectors of B are held. The side with fewer registers is held; a single
   * vector of B always is.
   */
  boolean holdsA() {
    return vectors > 1 && rows <= vectors;
  }

  @Override
  public String toString() {
    return rows + "x" + vectors;
  }
}
