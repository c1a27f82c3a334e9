package io.cambric.kernels.simd.jit;

import java.lang.invoke.MethodHandle;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Keeps C2's type profiles megamorphic: runs vector operations of all kinds together with each
 * sample of {@link WarmUp}.
 *
 * <p>Loops call shared methods of the Vector API until they are compiled. The JIT compiles these
 * methods separately, for the operators that it has seen so far. Each operator that appears later
 * is a trap; see {@link Species}. Methods that have seen all operators from the start are compiled
 * without such traps.
 */
final class TypeProfileWarmUp {

  private static final float[] FLOATS = new float[Species.LANES];
  private static final int[] INTS = new int[Species.LANES];
  private static final double[] DOUBLES = new double[Species.F64.length()];

  private static final TypeProfileWarmUp CODE = new TypeProfileWarmUp();

  /** A handle in an instance field; otherwise C2 would compile the operations into each caller. */
  private final MethodHandle operations = BlockLoops.method(TypeProfileWarmUp.class, "operations");

  private TypeProfileWarmUp() {}

  /** Runs each operation once. */
  static void run() {
    try {
      CODE.operations.invokeExact();
    } catch (Throwable e) {
      throw BlockLoops.unchecked(e);
    }
  }

  static void operations() {
    floats();
    ints();
    masks();
    parts();
  }

  private static void floats() {
    var x = FloatVector.fromArray(Species.F32, FLOATS, 0);
    var y = FloatVector.broadcast(Species.F32, 1f);
    x.add(y).intoArray(FLOATS, 0);
    x.sub(y).intoArray(FLOATS, 0);
    x.mul(y).intoArray(FLOATS, 0);
    x.div(y).intoArray(FLOATS, 0);
    x.max(y).intoArray(FLOATS, 0);
    x.min(y).intoArray(FLOATS, 0);
    x.neg().intoArray(FLOATS, 0);
    x.abs().intoArray(FLOATS, 0);
    y.sqrt().intoArray(FLOATS, 0);
    x.fma(y, x).intoArray(FLOATS, 0);
  }

  private static void ints() {
    var x = IntVector.fromArray(Species.I32, INTS, 0);
    var y = IntVector.broadcast(Species.I32, 1);
    x.add(y).intoArray(INTS, 0);
    x.sub(y).intoArray(INTS, 0);
    x.mul(y).intoArray(INTS, 0);
    x.max(y).intoArray(INTS, 0);
    x.min(y).intoArray(INTS, 0);
    x.and(y).intoArray(INTS, 0);
    x.or(y).intoArray(INTS, 0);
    x.lanewise(VectorOperators.XOR, y).intoArray(INTS, 0);
    x.lanewise(VectorOperators.LSHL, y).intoArray(INTS, 0);
    x.lanewise(VectorOperators.LSHR, 1).intoArray(INTS, 0);
    x.neg().intoArray(INTS, 0);
    x.not().intoArray(INTS, 0);
    x.viewAsFloatingLanes().intoArray(FLOATS, 0);
  }

  private static void masks() {
    var x = FloatVector.fromArray(Species.F32, FLOATS, 0);
    var i = IntVector.fromArray(Species.I32, INTS, 0);
    var less = x.compare(VectorOperators.LT, 1f);
    var equal = x.compare(VectorOperators.EQ, x);
    x.blend(0f, less.and(equal)).intoArray(FLOATS, 0);
    x.blend(x, less.or(equal.not())).intoArray(FLOATS, 0, less);
    var some = i.compare(VectorOperators.GE, 1);
    i.blend(0, some.and(i.compare(VectorOperators.NE, i))).intoArray(INTS, 0);
    i.blend(i, some.or(less.cast(Species.I32))).intoArray(INTS, 0, some);
  }

  /**
   * Masked accesses at the end of arrays, which test lanes one by one. Loops seldom run them.
   * Without this method, a loop would be compiled before the JIT has profiled them, and would box
   * their masks.
   */
  private static void parts() {
    var floats = Species.F32.indexInRange(1, FLOATS.length);
    FloatVector.fromArray(Species.F32, FLOATS, 1, floats).intoArray(FLOATS, 1, floats);
    var doubles = Species.F64.indexInRange(1, DOUBLES.length);
    DoubleVector.fromArray(Species.F64, DOUBLES, 1, doubles).intoArray(DOUBLES, 1, doubles);
  }
}
