package io.cambric.testing;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.control.JitCall;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.DotDims;
import io.cambric.lax.Lax;
import io.cambric.testing.RandomPrograms.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Writes one random program, step by step, on the tracers of its inputs. Mutable, for one program.
 */
final class ProgramWriter {

  static final int ARGUMENT_BOUND = 4;

  /** Whole numbers of bf16 are exact up to here, so clamped values start over from any dtype. */
  private static final double CLAMP = 8;

  /** Sums and products beyond this are not made: f32 is exact up to 2^24. */
  private static final double LARGEST = 1 << 20;

  private static final int MAX_ELEMENTS = 4000;

  private final RandomGenerator random;
  private final Kind kind;
  private final List<Array> pool = new ArrayList<>();
  private final Map<Array, Double> bounds = new IdentityHashMap<>();
  private final Set<Array> unread = Collections.newSetFromMap(new IdentityHashMap<>());

  ProgramWriter(RandomGenerator random, Kind kind, List<Array> inputs) {
    this.random = random;
    this.kind = kind;
    inputs.forEach(input -> keep(input, kind == Kind.SMOOTH ? 4 : ARGUMENT_BOUND));
  }

  /** {@return the outputs} */
  List<Array> write() {
    int steps = random.nextInt(4, 40);
    for (int i = 0; i < steps; i++) {
      step();
    }
    var outputs = new ArrayList<Array>();
    int count = random.nextInt(1, 7);
    for (int i = 0; i < count; i++) {
      outputs.add(any());
    }
    if (random.nextInt(6) == 0) {
      outputs.add(literal(DType.F32));
    }
    return outputs;
  }

  /** {@return an array, more often one nothing reads yet, so that most reach the outputs} */
  private Array any() {
    return choose(pool);
  }

  private Array choose(List<Array> choices) {
    var fresh = choices.stream().filter(unread::contains).toList();
    boolean old = fresh.isEmpty() || random.nextInt(4) == 0;
    var chosen = RandomPrograms.pick(random, old ? choices : fresh);
    unread.remove(chosen);
    return chosen;
  }

  private void keep(Array array, double bound) {
    pool.add(array);
    unread.add(array);
    bounds.put(array, array.dtype() == DType.BOOL ? 1 : bound);
  }

  private double bound(Array array) {
    return bounds.getOrDefault(array, CLAMP);
  }

  private void step() {
    var x = any();
    switch (random.nextInt(16)) {
      case 0, 1, 2, 3 -> binary(x);
      case 4 -> unary(x);
      case 5 -> select(x);
      case 6 -> convert(x);
      case 7 -> reshape(x);
      case 8, 9 -> keep(Lax.transpose(x, permutation(x.rank())), bound(x));
      case 10 -> broadcast(x);
      case 11, 12 -> reduce(x);
      case 13 -> contract(x);
      default -> special(x);
    }
  }

  /** {@return an array of the dtype of {@code x} that fits it elementwise, scalar or not} */
  private Array partner(Array x) {
    var fitting =
        RandomPrograms.where(
            pool,
            y ->
                y.dtype() == x.dtype()
                    && (y.rank() == 0 || x.rank() == 0 || y.shape().equals(x.shape())));
    return random.nextInt(4) == 0 ? literal(x.dtype()) : choose(fitting);
  }

  private Array literal(DType dtype) {
    double value = random.nextBoolean() ? 0 : random.nextInt(-2, 3);
    if (dtype == DType.BOOL) {
      value = value > 0 ? 1 : 0;
    } else if (dtype.isFloating() && value == 0 && random.nextBoolean()) {
      value = -0.0;
    }
    return NdArray.scalar(dtype, value);
  }

  private void binary(Array x) {
    if (x.dtype() == DType.BOOL) {
      keep(Lax.ne(x, partner(x)), 1);
      return;
    }
    var y = partner(x);
    var left = random.nextBoolean() ? x : y;
    var right = left == x ? y : x;
    double sum = bound(x) + bound(y);
    double product = bound(x) * bound(y);
    switch (random.nextInt(8)) {
      case 0, 1 -> grown(Lax.add(left, right), sum);
      case 2, 3 -> grown(Lax.sub(left, right), sum);
      case 4 -> extreme(left, right);
      case 5 -> divide(left, right);
      default -> {
        if (product <= LARGEST) {
          grown(Lax.mul(left, right), product);
        }
      }
    }
  }

  private void extreme(Array x, Array y) {
    if (kind != Kind.SMOOTH) {
      keep(random.nextBoolean() ? Lax.max(x, y) : Lax.min(x, y), Math.max(bound(x), bound(y)));
    }
  }

  private void divide(Array x, Array y) {
    if (x.dtype() == DType.I32) {
      keep(Lax.div(x, y), Math.max(1, bound(x)));
    } else if (kind == Kind.SMOOTH) {
      var positive = Lax.add(Lax.mul(y, y), NdArray.scalar(y.dtype(), 1));
      grown(Lax.div(x, positive), bound(x));
    }
  }

  private void unary(Array x) {
    if (x.dtype() == DType.BOOL) {
      return;
    }
    if (kind == Kind.SMOOTH && random.nextBoolean()) {
      grown(Lax.exp(squashed(x)), 2);
      return;
    }
    int power = random.nextInt(0, 4);
    if (power > 1 && Math.pow(bound(x), power) <= LARGEST) {
      grown(Lax.integerPow(x, power), Math.pow(bound(x), power));
    } else {
      keep(Lax.neg(x), bound(x));
    }
  }

  /** Keeps an array whose elements may be large, clamped if they may be too large to go on with. */
  private void grown(Array x, double bound) {
    double limit = kind == Kind.SMOOTH ? 4 : x.dtype() == DType.BF16 ? 128 : 1 << 10;
    if (bound <= limit) {
      keep(x, bound);
    } else if (kind == Kind.SMOOTH) {
      keep(squashed(x), 1);
    } else {
      var upper = Lax.min(x, NdArray.scalar(x.dtype(), CLAMP));
      keep(Lax.max(upper, NdArray.scalar(x.dtype(), -CLAMP)), CLAMP);
    }
  }

  private static Array squashed(Array x) {
    var one = NdArray.scalar(x.dtype(), 1);
    return Lax.mul(x, Lax.integerPow(Lax.add(one, Lax.mul(x, x)), -1));
  }

  private void select(Array x) {
    var y = partner(x);
    var compared = random.nextBoolean() ? Lax.lt(x, y) : Lax.eq(x, y);
    if (random.nextInt(3) == 0) {
      keep(compared, 1);
      return;
    }
    var z = partner(x);
    var fits = compared.rank() == 0 || z.rank() == 0 || z.shape().equals(compared.shape());
    keep(Lax.select(compared, fits ? z : x, x), Math.max(bound(z), bound(x)));
  }

  private void convert(Array x) {
    if (kind == Kind.SMOOTH) {
      return;
    }
    var dtypes = List.of(DType.F32, DType.F32, DType.F64, DType.BF16, DType.I32, DType.I8);
    var dtype = RandomPrograms.pick(random, dtypes);
    if (bound(x) <= 127) {
      keep(Lax.convertElementType(x, dtype), bound(x));
    }
  }

  private void reshape(Array x) {
    int size = x.shape().size();
    var shapes = new ArrayList<>(List.of(Shape.of(size), Shape.of(1, size), Shape.of(size, 1)));
    for (int d = 2; d <= 6; d++) {
      if (size % d == 0) {
        shapes.add(Shape.of(d, size / d));
        shapes.add(Shape.of(size / d, 1, d));
      }
    }
    keep(Lax.reshape(x, RandomPrograms.pick(random, shapes)), bound(x));
  }

  private Axes permutation(int rank) {
    int[] order = IntStream.range(0, rank).toArray();
    for (int i = rank - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return Axes.of(order);
  }

  private void broadcast(Array x) {
    var shape = x.shape();
    var dims = Axes.range(0, x.rank());
    if (random.nextInt(5) == 0) {
      x = literal(x.dtype());
      dims = Axes.of();
    } else if (x.rank() < 4 && shape.size() * 3 <= MAX_ELEMENTS) {
      int at = random.nextInt(x.rank() + 1);
      shape = shape.insert(at, random.nextInt(1, 4));
      dims = dims.shiftedFrom(at);
    }
    for (int i = 0; i < dims.size(); i++) {
      if (x.dim(i) == 1 && shape.size() * 4 <= MAX_ELEMENTS) {
        shape = shape.with(dims.get(i), random.nextInt(1, 5));
      }
    }
    keep(Lax.broadcastInDim(x, shape, dims), bound(x));
  }

  private void reduce(Array x) {
    var axes = Axes.of(IntStream.range(0, x.rank()).filter(_ -> random.nextBoolean()).toArray());
    int count = x.shape().select(axes).size();
    boolean sums = x.dtype() != DType.BOOL && (kind == Kind.SMOOTH || random.nextBoolean());
    if (sums && bound(x) * count <= LARGEST) {
      grown(Lax.reduceSum(x, axes), bound(x) * count);
    } else if (count > 0 && kind != Kind.SMOOTH) {
      keep(random.nextBoolean() ? Lax.reduceMax(x, axes) : Lax.reduceMin(x, axes), bound(x));
    }
  }

  private void contract(Array x) {
    if (!x.dtype().isFloating()) {
      return;
    }
    var y = choose(RandomPrograms.where(pool, a -> a.dtype() == x.dtype()));
    var dims = dotDims(x.shape(), y.shape());
    long count = x.shape().select(dims.lhsContract()).size();
    long free = (long) x.size() * y.size() / Math.max(1, count * count);
    double bound = bound(x) * bound(y) * count;
    if (free <= MAX_ELEMENTS && bound <= LARGEST) {
      grown(Lax.dotGeneral(x, y, dims), bound);
    }
  }

  private DotDims dotDims(Shape x, Shape y) {
    var lhs = List.of(new ArrayList<Integer>(), new ArrayList<Integer>());
    var rhs = List.of(new ArrayList<Integer>(), new ArrayList<Integer>());
    var taken = new boolean[y.rank()];
    for (int i = 0; i < x.rank(); i++) {
      for (int j = 0; j < y.rank(); j++) {
        if (!taken[j] && x.dim(i) == y.dim(j) && random.nextInt(3) > 0) {
          int role = random.nextInt(2);
          lhs.get(role).add(i);
          rhs.get(role).add(j);
          taken[j] = true;
          break;
        }
      }
    }
    return new DotDims(axes(lhs.get(0)), axes(rhs.get(0)), axes(lhs.get(1)), axes(rhs.get(1)));
  }

  private static Axes axes(List<Integer> list) {
    return Axes.of(list.stream().mapToInt(Integer::intValue).toArray());
  }

  private void special(Array x) {
    switch (random.nextInt(6)) {
      case 0, 1 -> call(x);
      case 2 -> {
        if (kind != Kind.SMOOTH && x.rank() > 0) {
          keep(Trace.bind(new TestOps.Reversed(random.nextInt(x.rank())), x), bound(x));
        }
      }
      case 3, 4 -> {
        if (kind == Kind.WHOLE && x.rank() > 0) {
          int axis = random.nextInt(x.rank());
          keep(Trace.bind(new TestOps.Positions(x.shape(), axis), new Array[0]), x.dim(axis));
        }
      }
      default -> twoResults(x);
    }
  }

  private void twoResults(Array x) {
    if (kind != Kind.WHOLE || x.dtype() == DType.BOOL) {
      return;
    }
    if (random.nextBoolean() || x.rank() == 0 || x.dim(-1) == 0 || bound(x) * x.dim(-1) > 1000) {
      var y = RandomPrograms.where(pool, a -> a.aval().strong().equals(x.aval().strong()));
      var ordered = Trace.bind(new TestOps.Ordered(), List.of(x, RandomPrograms.pick(random, y)));
      double bound = Math.max(bound(x), 1 << 10);
      ordered.forEach(array -> keep(array, bound));
    } else {
      var results = Trace.bind(new TestOps.SumAndMax(), List.of(x));
      grown(results.get(0), bound(x) * x.dim(-1));
      keep(results.get(1), bound(x));
    }
  }

  /** A call of a small program, whose result is bounded as its operands are. */
  private void call(Array x) {
    if (!x.dtype().isFloating()) {
      return;
    }
    var y = partner(x);
    var inner =
        StagingTrace.trace(
            "random",
            List.of(x.aval(), y.aval()),
            operands -> {
              var difference = Lax.sub(operands.get(0), operands.get(1));
              var turned = Lax.transpose(difference, permutation(difference.rank()));
              return List.of(turned, operands.get(0));
            });
    var results = Trace.bind(new JitCall("inner", inner.jaxpr()), List.of(x, y));
    grown(results.get(0), bound(x) + bound(y));
    keep(results.get(1), bound(x));
  }
}
