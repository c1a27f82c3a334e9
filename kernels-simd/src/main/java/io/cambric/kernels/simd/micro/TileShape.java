package io.cambric.kernels.simd.micro;

/**
 * A register tile: the accumulators of a micro-kernel, and the form of its loop over k.
 *
 * <p>The accumulators, the held operand and a broadcast have to fit into the vector registers. Rows
 * and vectors that are nearly equal read the fewest elements for each multiplication.
 *
 * @param rows rows of A and C, MR of BLIS
 * @param vectors vectors of columns of B and C, NR of BLIS in vectors
 * @param unroll values of k in an iteration
 * @param fenced rows after which a load fence stands, or 0 for none. C2 would hoist the broadcasts
 *     of all rows and spill them. A fence costs no instruction on x86 and prevents that.
 */
public record TileShape(int rows, int vectors, int unroll, int fenced) {

  /** {@return a tile whose iterations have one value of k and no fence} */
  public static TileShape of(int rows, int vectors) {
    return new TileShape(rows, vectors, 1, 0);
  }

  /** {@return this with several values of k in an iteration} */
  public TileShape unrolled(int values) {
    return new TileShape(rows, vectors, values, fenced);
  }

  /** {@return this with a fence after each group of rows} */
  public TileShape fencedBy(int group) {
    return new TileShape(rows, vectors, unroll, group);
  }

  /**
   * {@return whether the broadcasts of all rows are held in registers, and vectors of B stream past
   * them} Otherwise the vectors of B are held. The fewer ones are held, and of B a single one.
   */
  boolean holdsA() {
    return vectors > 1 && rows <= vectors;
  }

  @Override
  public String toString() {
    return rows + "x" + vectors;
  }
}
