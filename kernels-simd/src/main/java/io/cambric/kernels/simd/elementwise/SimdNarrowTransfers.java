package io.cambric.kernels.simd.elementwise;

import io.cambric.kernel.block.NarrowTransfers;
import io.cambric.kernels.simd.jit.BlockLoops;
import io.cambric.kernels.simd.jit.Species;
import io.cambric.kernels.simd.jit.WarmUp;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Conversions of bf16 and of bytes by vectors. All vectors have one shape; see {@link Species}. A
 * vector of shorts thus has the elements of two vectors of floats, and a vector of bytes those of
 * four.
 */
public final class SimdNarrowTransfers extends NarrowTransfers {

  private static final int LANES = Species.LANES;
  private static final int SAMPLE = WarmUp.LOOPS * 4 * LANES;

  /** Bits of a float that bf16 lacks. */
  private static final int DROPPED = 16;

  private static final int BELOW_HALF = 0x7FFF;
  private static final int QUIET = 0x00400000;

  private static final int LOW_SHORT = 0xFFFF;
  private static final int LOW_BYTE = 0xFF;

  /** Places of every second element of two vectors. */
  private static final IntVector EVEN = IntVector.broadcast(Species.I32, 0).addIndex(2);

  private static final IntVector ODD = EVEN.add(1);

  private static final BlockLoops WIDENED =
      loop("widened", new short[SAMPLE], 0, new float[SAMPLE], 0, SAMPLE);
  private static final BlockLoops ROUNDED =
      loop("rounded", new float[SAMPLE], 0, new short[SAMPLE], 0, SAMPLE);
  private static final BlockLoops ROUNDED_FLOATS =
      loop("roundedFloats", new float[SAMPLE], 0, new float[SAMPLE], 0, SAMPLE);
  private static final BlockLoops FROM_BYTES =
      loop("fromBytes", new byte[SAMPLE], 0, LOW_BYTE, new int[SAMPLE], 0, SAMPLE);
  private static final BlockLoops TO_BYTES =
      loop("toBytes", new int[SAMPLE], 0, new byte[SAMPLE], 0, SAMPLE);

  private static BlockLoops loop(String name, Object... sample) {
    return new BlockLoops(SimdNarrowTransfers.class, name, sample);
  }

  /**
   * {@return the number of points, of {@code n}, that a loop can compute: whole vectors of a unit}
   */
  private static int whole(BlockLoops loop, int n, int unit) {
    return n >= unit && loop.isHot(n) ? n - n % unit : 0;
  }

  /**
   * {@return the number of points, of {@code n}, that a loop has converted: whole vectors of a
   * unit}
   */
  private static int run(BlockLoops loop, int unit, Object x, int xo, Object out, int to, int n) {
    int whole = whole(loop, n, unit);
    try {
      if (whole > 0) {
        loop.handle().invokeExact(x, xo, out, to, whole);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    return whole;
  }

  @Override
  protected void widen(short[] x, int xo, float[] out, int to, int n) {
    int whole = run(WIDENED, 2 * LANES, x, xo, out, to, n);
    super.widen(x, xo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void round(float[] x, int xo, short[] out, int to, int n) {
    int whole = run(ROUNDED, 2 * LANES, x, xo, out, to, n);
    super.round(x, xo + whole, out, to + whole, n - whole);
  }

  @Override
  protected void widen(byte[] x, int xo, int mask, int[] out, int to, int n) {
    int whole = whole(FROM_BYTES, n, 4 * LANES);
    try {
      if (whole > 0) {
        FROM_BYTES.handle().invokeExact(x, xo, mask, out, to, whole);
      }
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
    super.widen(x, xo + whole, mask, out, to + whole, n - whole);
  }

  @Override
  protected void narrow(int[] x, int xo, byte[] out, int to, int n) {
    int whole = run(TO_BYTES, 4 * LANES, x, xo, out, to, n);
    super.narrow(x, xo + whole, out, to + whole, n - whole);
  }

  /**
   * {@return the number of floats, of {@code n}, that it has rounded to values of bf16, in place}
   */
  static int roundFloats(float[] x, int at, int n) {
    return run(ROUNDED_FLOATS, LANES, x, at, x, at, n);
  }

  /** Widens whole vectors of shorts. */
  public static void widened(Object x, int xo, Object out, int to, int n) {
    var shorts = (short[]) x;
    var floats = (float[]) out;
    for (int i = 0; i < n; i += 2 * LANES) {
      var halves = ShortVector.fromArray(Species.I16, shorts, xo + i);
      floats(halves, 0).intoArray(floats, to + i);
      floats(halves, 1).intoArray(floats, to + i + LANES);
    }
  }

  private static FloatVector floats(ShortVector halves, int part) {
    var bits = (IntVector) halves.convertShape(VectorOperators.S2I, Species.I32, part);
    return bits.lanewise(VectorOperators.LSHL, DROPPED).viewAsFloatingLanes();
  }

  /** Rounds to whole vectors of shorts. */
  public static void rounded(Object x, int xo, Object out, int to, int n) {
    var floats = (float[]) x;
    var shorts = (short[]) out;
    for (int i = 0; i < n; i += 2 * LANES) {
      var low = nearest(FloatVector.fromArray(Species.F32, floats, xo + i));
      var high = nearest(FloatVector.fromArray(Species.F32, floats, xo + i + LANES));
      shorts(low, high).reinterpretAsShorts().intoArray(shorts, to + i);
    }
  }

  /** Rounds whole vectors of floats to values of bf16. */
  public static void roundedFloats(Object x, int xo, Object out, int to, int n) {
    var floats = (float[]) x;
    var rounded = (float[]) out;
    for (int i = 0; i < n; i += LANES) {
      nearest(FloatVector.fromArray(Species.F32, floats, xo + i))
          .lanewise(VectorOperators.LSHL, DROPPED)
          .viewAsFloatingLanes()
          .intoArray(rounded, to + i);
    }
  }

  /** Floats rounded to bf16, each in the lower half of an int. */
  static IntVector nearest(FloatVector floats) {
    var bits = floats.viewAsIntegralLanes();
    var even = bits.lanewise(VectorOperators.LSHR, DROPPED).and(1);
    var nan = floats.test(VectorOperators.IS_NAN).cast(Species.I32);
    var nearest = bits.add(BELOW_HALF).add(even).blend(bits.or(QUIET), nan);
    return nearest.lanewise(VectorOperators.LSHR, DROPPED);
  }

  /** The lower halves of the ints of two vectors, in order. */
  private static IntVector shorts(IntVector x, IntVector y) {
    var odd = ODD.selectFrom(x, y).lanewise(VectorOperators.LSHL, Short.SIZE);
    return EVEN.selectFrom(x, y).and(LOW_SHORT).or(odd);
  }

  /** Widens whole vectors of bytes. */
  public static void fromBytes(byte[] x, int xo, int mask, int[] out, int to, int n) {
    for (int i = 0; i < n; i += 4 * LANES) {
      var bytes = ByteVector.fromArray(Species.I8, x, xo + i);
      for (int part = 0; part < 4; part++) {
        var ints = (IntVector) bytes.convertShape(VectorOperators.B2I, Species.I32, part);
        ints.and(mask).intoArray(out, to + i + part * LANES);
      }
    }
  }

  /** Keeps the lowest bytes of the ints of four vectors at a time. */
  public static void toBytes(Object x, int xo, Object out, int to, int n) {
    var ints = (int[]) x;
    var bytes = (byte[]) out;
    for (int i = 0; i < n; i += 4 * LANES) {
      shorts(pairs(ints, xo + i), pairs(ints, xo + i + 2 * LANES))
          .reinterpretAsBytes()
          .intoArray(bytes, to + i);
    }
  }

  /** The lowest bytes of the ints of two vectors, two in the lower half of an int. */
  private static IntVector pairs(int[] x, int at) {
    var shorts =
        shorts(
            IntVector.fromArray(Species.I32, x, at),
            IntVector.fromArray(Species.I32, x, at + LANES));
    var upper = shorts.lanewise(VectorOperators.LSHR, Byte.SIZE).and(LOW_BYTE << Byte.SIZE);
    return shorts.and(LOW_BYTE).or(upper);
  }
}
