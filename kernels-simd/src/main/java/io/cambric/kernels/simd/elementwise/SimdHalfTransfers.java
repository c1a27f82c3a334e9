package io.cambric.kernels.simd.elementwise;

import io.cambric.kernel.block.HalfTransfers;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Conversions of bf16 by vectors. A vector of shorts is as long as two vectors of floats, so that
 * all vectors have one shape; see {@link Species}.
 */
public final class SimdHalfTransfers extends HalfTransfers {

  private static final VectorSpecies<Short> I16 = Species.I16;
  private static final int LANES = Species.LANES;
  private static final int SAMPLE = WarmUp.LOOPS * 2 * LANES;

  /** Bits of a float that bf16 lacks. */
  private static final int DROPPED = 16;

  private static final int BELOW_HALF = 0x7FFF;
  private static final int INFINITY = 0x7F800000;
  private static final int QUIET = 0x00400000;

  private static final BlockLoops WIDENED =
      loop("widened", new short[SAMPLE], 0, new float[SAMPLE], 0, SAMPLE);
  private static final BlockLoops ROUNDED =
      loop("rounded", new float[SAMPLE], 0, new short[SAMPLE], 0, SAMPLE);

  private static BlockLoops loop(String name, Object... sample) {
    return new BlockLoops(SimdHalfTransfers.class, name, sample);
  }

  /** {@return how many of {@code n} points a loop can compute: whole vectors of shorts} */
  private static int whole(BlockLoops loop, int n) {
    return n >= 2 * LANES && loop.isHot(n) ? n - n % (2 * LANES) : 0;
  }

  @Override
  protected void widen(short[] x, int xo, float[] out, int to, int n) {
    int whole = whole(WIDENED, n);
    try {
      if (whole > 0) {
        WIDENED.handle().invokeExact(x, xo, out, to, whole);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    super.widen(x, xo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void round(float[] x, int xo, short[] out, int to, int n) {
    int whole = whole(ROUNDED, n);
    try {
      if (whole > 0) {
        ROUNDED.handle().invokeExact(x, xo, out, to, whole);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    super.round(x, xo + whole, out, to + whole, n - whole);
  }

  /** Widens whole vectors of shorts. */
  public static void widened(short[] x, int xo, float[] out, int to, int n) {
    for (int i = 0; i < n; i += 2 * LANES) {
      var halves = ShortVector.fromArray(I16, x, xo + i);
      floats(halves, 0).intoArray(out, to + i);
      floats(halves, 1).intoArray(out, to + i + LANES);
    }
  }

  private static FloatVector floats(ShortVector halves, int part) {
    var bits = (IntVector) halves.convertShape(VectorOperators.S2I, Species.I32, part);
    return bits.lanewise(VectorOperators.LSHL, DROPPED).viewAsFloatingLanes();
  }

  /** Rounds to whole vectors of shorts. */
  public static void rounded(float[] x, int xo, short[] out, int to, int n) {
    for (int i = 0; i < n; i += 2 * LANES) {
      halves(x, xo + i, 0).or(halves(x, xo + i + LANES, -1)).intoArray(out, to + i);
    }
  }

  /** A vector of floats rounded to a half of a vector of shorts. */
  private static ShortVector halves(float[] x, int at, int part) {
    var bits = FloatVector.fromArray(Species.F32, x, at).viewAsIntegralLanes();
    var even = bits.lanewise(VectorOperators.LSHR, DROPPED).and(1);
    var nan = bits.and(Integer.MAX_VALUE).compare(VectorOperators.GT, INFINITY);
    var nearest = bits.add(BELOW_HALF).add(even).blend(bits.or(QUIET), nan);
    var high = nearest.lanewise(VectorOperators.ASHR, DROPPED);
    return (ShortVector) high.convertShape(VectorOperators.I2S, I16, part);
  }
}
