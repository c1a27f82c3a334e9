package io.cambric.programs;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.testing.TestArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A generator of one random program, step by step; mutable, for one program.
 *
 * <p>Each step is evaluated at sample arguments as it is drawn. It is kept only if its results are
 * small and finite, so that values stay where functions are well conditioned.
 */
final class ProgramGenerator {

  static final int MAX_ELEMENTS = 150;

  /** Larger values are not kept: exponentials of them would leave f16. */
  static final double LARGEST = 30;

  private static final int DEEPEST = 2;

  final RandomGenerator random;
  final ProgramKind kind;
  private final int depth;
  private final List<ShapedArray> inputs;
  private final List<NdArray> values;
  private final List<Boolean> read = new ArrayList<>();
  private final List<Program.Step> steps = new ArrayList<>();

  ProgramGenerator(RandomGenerator random, ProgramKind kind, List<NdArray> samples) {
    this(random, kind, samples, 0);
  }

  private ProgramGenerator(
      RandomGenerator random, ProgramKind kind, List<NdArray> samples, int depth) {
    this.random = random;
    this.kind = kind;
    this.depth = depth;
    this.inputs = samples.stream().map(NdArray::aval).toList();
    this.values = new ArrayList<>(samples);
    samples.forEach(_ -> read.add(false));
  }

  /** {@return a generator of a program that a step of this one holds, with some steps} */
  ProgramGenerator body(List<NdArray> samples) {
    return body(samples, kind);
  }

  /** {@return a generator of a program that has other derivatives than this one} */
  ProgramGenerator body(List<NdArray> samples, ProgramKind bodyKind) {
    var body = new ProgramGenerator(random, bodyKind, samples, depth + 1);
    body.generate(random.nextInt(1, 4));
    return body;
  }

  /** Adds steps. */
  void generate(int count) {
    for (int attempt = 0, added = 0; added < count && attempt < 8 * count; attempt++) {
      boolean nested = depth < DEEPEST && random.nextInt(5 + 5 * depth) == 0;
      if (step(pick(nested ? kind.transformations() : kind.operations()))) {
        added++;
      }
    }
  }

  private boolean step(StepGenerator row) {
    int size = steps.size();
    int known = values.size();
    var drawn = row.rule().draw(this);
    if (drawn != null && add(drawn.operation(), drawn.operands()) != null) {
      return true;
    }
    // Constants made for a step that is not kept.
    while (steps.size() > size) {
      steps.removeLast();
    }
    while (values.size() > known) {
      values.removeLast();
      read.removeLast();
    }
    return false;
  }

  private static List<NdArray> evaluated(Operation operation, List<Array> samples) {
    try {
      return operation.apply(samples).stream().map(x -> x.concrete("a sample")).toList();
    } catch (RuntimeException e) {
      var inputs = samples.stream().map(Array::aval).toList();
      var numbers = IntStream.range(0, samples.size()).boxed().toList();
      var step = new Program.Step(operation, numbers, 1);
      throw new IllegalStateException(
          "%s%nin the step%n%s"
              .formatted(e.getMessage(), new Program(inputs, List.of(step), List.of()).toText()),
          e);
    }
  }

  /** {@return the numbers of the results of a new step, or {@code null} if it is not kept} */
  @Nullable List<Integer> add(Operation operation, List<Integer> operands) {
    var samples = new ArrayList<Array>();
    operands.forEach(operand -> samples.add(values.get(operand)));
    if (!kind.allows(operation.restrictions())) {
      return null;
    }
    var results = evaluated(operation, samples);
    if (results.isEmpty() || !results.stream().allMatch(this::isKept)) {
      return null;
    }
    if (kind.isWhole() && !WholeNumbers.isExact(operation, samples, results)) {
      return null;
    }
    steps.add(new Program.Step(operation, List.copyOf(operands), results.size()));
    var numbers = new ArrayList<Integer>();
    for (var result : results) {
      numbers.add(values.size());
      values.add(result);
      read.add(false);
    }
    operands.forEach(operand -> read.set(operand, true));
    return numbers;
  }

  private boolean isKept(NdArray value) {
    if (value.size() > kind.maxElements()) {
      return false;
    }
    if (!value.dtype().isFloating() || kind.isWhole()) {
      return true;
    }
    if (!kind.isMixed() && value.dtype() != DType.F64) {
      return false;
    }
    for (double element : TestArrays.doubles(value)) {
      if (!(Math.abs(element) <= LARGEST)) {
        return false;
      }
    }
    return true;
  }

  /** {@return the program that returns these values} */
  Program returning(List<Integer> outputs) {
    return new Program(inputs, steps, outputs);
  }

  /** {@return the program that returns some values, mostly such as nothing reads} */
  Program returningSome(int count) {
    var outputs = new ArrayList<Integer>();
    for (int i = 0; i < count; i++) {
      outputs.add(anyValue());
    }
    return returning(outputs);
  }

  /** {@return a value} */
  int anyValue() {
    return chosen(_ -> true);
  }

  /** {@return a value that satisfies a condition, or -1} */
  int value(Predicate<NdArray> condition) {
    return chosen(number -> condition.test(values.get(number)));
  }

  /** {@return a floating value, or -1} */
  int floating() {
    return value(x -> x.dtype().isFloating());
  }

  private int chosen(IntPredicate condition) {
    var all = new ArrayList<Integer>();
    var fresh = new ArrayList<Integer>();
    for (int i = 0; i < values.size(); i++) {
      if (condition.test(i)) {
        all.add(i);
        if (!read.get(i)) {
          fresh.add(i);
        }
      }
    }
    if (all.isEmpty()) {
      return -1;
    }
    boolean old = fresh.isEmpty() || random.nextInt(4) == 0;
    int number = pick(old ? all : fresh);
    read.set(number, true);
    return number;
  }

  /** {@return a value of the dtype of another that fits it elementwise, at times a literal} */
  int partner(int x) {
    var sample = values.get(x);
    if (random.nextInt(4) == 0) {
      return constant(literal(sample.dtype()));
    }
    return value(y ->
        y.dtype() == sample.dtype()
            && (y.rank() == 0 || sample.rank() == 0 || y.shape().equals(sample.shape())));
  }

  private NdArray literal(DType dtype) {
    if (kind.isWhole() && dtype.isFloating()) {
      return NdArray.scalar(dtype, WholeNumbers.literal(random));
    }
    double value =
        switch (dtype.kind()) {
          case BOOL -> random.nextInt(2);
          case UNSIGNED -> random.nextInt(4);
          case SIGNED -> random.nextInt(-2, 4);
          case FLOATING -> random.nextBoolean() ? random.nextInt(-2, 3) : 0.25 * random.nextInt(9);
        };
    boolean weak = random.nextBoolean() && dtype.isFloating();
    return NdArray.scalar(new ShapedArray(Shape.scalar(), dtype, weak), value);
  }

  /** {@return the number of a new value that is known} */
  int constant(NdArray value) {
    steps.add(new Program.Step(new Operation.Constant(value), List.of(), 1));
    values.add(value);
    read.add(true);
    return values.size() - 1;
  }

  /** {@return an i32 scalar between two bounds, at times one that the program computes} */
  int index(int from, int to) {
    int known =
        random.nextBoolean()
            ? value(x ->
                x.rank() == 0
                    && x.dtype() == DType.I32
                    && x.getLong(0) >= from
                    && x.getLong(0) < to)
            : -1;
    return known >= 0
        ? known
        : constant(NdArray.scalar(DType.I32, random.nextInt(from, Math.max(to, from + 1))));
  }

  /** {@return indices of a shape, one step's constant} */
  int indices(int from, int to, Shape shape) {
    double[] all = random.ints(shape.size(), from, to).asDoubleStream().toArray();
    return constant(TestArrays.of(DType.I32, shape, all));
  }

  NdArray sample(int number) {
    return values.get(number);
  }

  List<NdArray> samples(List<Integer> numbers) {
    return numbers.stream().map(values::get).toList();
  }

  <T> T pick(List<? extends T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** {@return a dtype of floating arrays in programs of this kind} */
  DType floatingDtype() {
    var dtypes = kind.floatingDtypes();
    return dtypes.size() == 1 ? dtypes.getFirst() : pick(dtypes);
  }
}
