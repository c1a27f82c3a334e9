package io.cambric.kernels.simd.micro;

import io.cambric.kernels.simd.codegen.LaneType;
import io.cambric.kernels.simd.codegen.Parameter;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import java.util.List;
import java.util.stream.Stream;

/**
 * A micro-kernel. It computes a register tile of {@code C = A * B}, summed over k in ascending
 * order. {@link MicroKernelWriter} writes its code.
 *
 * @param tile the accumulators and the form of the loop over k
 * @param a addressing of elements of A
 * @param b addressing of vectors of B
 * @param c addressing of vectors of C
 * @param extend whether sums begin with the values of C, the sums of earlier values of k
 * @param factor how elements of A become vectors
 * @param lanes the elements of all operands
 */
public record MicroKernelSpec(
    TileShape tile,
    AddressA a,
    AddressB b,
    AddressC c,
    boolean extend,
    Factor factor,
    LaneType lanes) {

  /** How A enters the products of a row. */
  public enum Factor {
    /** An element, broadcast to all lanes. */
    BROADCAST,
    /**
     * The bits of an element, broadcast as an int. On Zen 4, such a load leaves the multiplication
     * units free, unlike a broadcast of a float. Tiles of a single vector need that.
     */
    BROADCAST_BITS,
    /** Elements of two rows, each in one half of the lanes; see {@link Species}. */
    PAIRS,
    /** A vector of elements, such as channels. */
    VECTOR
  }

  /** Checks that the parts fit together. */
  public MicroKernelSpec {
    if (tile.unroll() > 1 && !(a instanceof PackedA)) {
      throw new IllegalArgumentException(
          "Only packed tiles have several values of k in each iteration, but A is " + a + ".");
    }
    if (tile.holdsA() && factor != Factor.BROADCAST) {
      throw new IllegalArgumentException(
          "Only broadcast elements are held, but a tile of "
              + tile
              + " would hold "
              + factor
              + ".");
    }
    boolean isOfAny = factor == Factor.BROADCAST || factor == Factor.VECTOR;
    if (lanes != LaneType.F32 && !isOfAny) {
      throw new IllegalArgumentException(
          "Only floats are multiplied as " + factor + ", but the elements are " + lanes + ".");
    }
  }

  /** {@return a micro-kernel that stores sums of products of broadcast elements} */
  public static MicroKernelSpec of(TileShape tile, AddressA a, AddressB b, AddressC c) {
    boolean narrow = tile.vectors() == 1;
    return new MicroKernelSpec(
        tile, a, b, c, false, narrow ? Factor.BROADCAST_BITS : Factor.BROADCAST, LaneType.F32);
  }

  /** {@return this micro-kernel with sums that begin with the values of C} */
  public MicroKernelSpec extending() {
    return new MicroKernelSpec(tile, a, b, c, true, factor, lanes);
  }

  /** {@return this micro-kernel with another factor} */
  public MicroKernelSpec with(Factor other) {
    return new MicroKernelSpec(tile, a, b, c, extend, other, lanes);
  }

  /** {@return this micro-kernel with other elements} */
  public MicroKernelSpec with(LaneType elements) {
    return new MicroKernelSpec(tile, a, b, c, extend, factor, elements);
  }

  /** {@return the loop; its code is written at the first use} */
  public BlockLoops loop() {
    return BlockLoops.of(toString(), () -> MicroKernelWriter.write(this), sample(), WarmUp.WORTH);
  }

  /** {@return the parameters of the method: those of A, of B and of C} */
  List<Parameter> parameters() {
    return Stream.of(a.parameters(tile), b.parameters(tile), c.parameters(tile))
        .flatMap(List::stream)
        .map(parameter -> parameter.withElements(lanes))
        .toList();
  }

  /**
   * {@return arguments of a warm-up run, in which the loop over k has about {@link WarmUp#LOOPS}
   * iterations}
   */
  Object[] sample() {
    int across = Math.max(AddressA.PANEL_ROWS, tile.vectors() * lanes.lanes());
    int depth = AddressA.DEPTH * tile.unroll() * across;
    int elements = depth + tile.rows() * tile.vectors() * lanes.lanes();
    return Parameter.sample(lanes, parameters(), elements);
  }

  /** {@return the tile, the addressing of both operands and of the result, and the options} */
  @Override
  public String toString() {
    var text = new StringBuilder(tile.toString());
    Stream.of(a, b, c).forEach(part -> text.append('_').append(part.getClass().getSimpleName()));
    if (c instanceof AddressC.Rows(boolean overlaps) && overlaps) {
      text.append("_overlapping");
    }
    if (tile.unroll() > 1) {
      text.append("_unroll").append(tile.unroll());
    }
    if (tile.fenced() > 0) {
      text.append("_fence").append(tile.fenced());
    }
    if (lanes != LaneType.F32) {
      text.append('_').append(lanes);
    }
    return text.append(extend ? "_EXTEND_" : "_STORE_").append(factor).toString();
  }
}
