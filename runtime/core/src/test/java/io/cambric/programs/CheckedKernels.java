package io.cambric.programs;

import io.cambric.array.Buffer;
import io.cambric.array.DType;
import io.cambric.kernel.ConvSpec;
import io.cambric.kernel.Kernels;
import io.cambric.kernel.ListedRows;
import io.cambric.kernel.LoopBody;
import io.cambric.kernel.MatmulSpec;
import io.cambric.kernel.Operand;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.kernel.ScoreGradients;
import io.cambric.kernel.ScoreOperands;
import io.cambric.kernel.ScoreSpec;
import io.cambric.kernel.WindowSpec;
import io.cambric.kernel.plain.PlainKernels;
import io.cambric.programs.Comparison.Difference;
import io.cambric.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Kernels that run each call twice, on the fastest kernels present and on the plain ones, and
 * compare the results. So random programs check the fast kernels call by call.
 *
 * <p>Results may differ by a few ulps, and by the effect of some ulps on the plain kernels. These
 * ulps are added to the operands, or to the values that a loop body computes. The provider is
 * chosen with {@code -Dcambric.programs.kernels=checked} alone.
 */
public final class CheckedKernels implements Kernels {

  private static final double FACTOR = 4;

  private static final double ULPS = 4;

  /** Enough runs that roundings do not cancel in all of them by chance. */
  private static final int RUNS = 8;

  private final Kernels plain = new PlainKernels();
  private final Kernels fast;

  /** Made by {@link ServiceLoader}. */
  public CheckedKernels() {
    fast =
        isChosen()
            ? ServiceLoader.load(Kernels.class).stream()
                .filter(provider -> provider.type() != CheckedKernels.class)
                .map(ServiceLoader.Provider::get)
                .max(Comparator.comparingInt(Kernels::priority))
                .orElse(plain)
            : plain;
  }

  private static boolean isChosen() {
    return "checked".equals(System.getProperty("cambric.programs.kernels"));
  }

  @Override
  public String name() {
    return "checked " + fast.name();
  }

  @Override
  public int priority() {
    return isChosen() ? Integer.MAX_VALUE : Integer.MIN_VALUE;
  }

  /** One call of a kernel. */
  private interface Call {
    void run(Kernels kernels, List<Operand> inputs, List<Operand> outputs);
  }

  /** One call of a kernel that runs a loop body. */
  private interface BodyCall {
    void run(LoopBody body, Kernels kernels, List<Operand> inputs, List<Operand> outputs);
  }

  private void check(String what, List<Operand> inputs, List<Operand> outputs, Call call) {
    check(what, inputs, outputs, call, _ -> call);
  }

  private void check(
      String what, LoopBody body, List<Operand> inputs, List<Operand> outputs, BodyCall call) {
    check(
        what + body.toText(),
        inputs,
        outputs,
        (kernels, in, out) -> call.run(body, kernels, in, out),
        random -> {
          var noisy = NoisyBody.of(body, random);
          return (kernels, in, out) -> call.run(noisy, kernels, in, out);
        });
  }

  /**
   * Runs a call on both kernels.
   *
   * @param noisy the call with roundings of its own
   */
  private void check(
      String what,
      List<Operand> inputs,
      List<Operand> outputs,
      Call call,
      Function<RandomGenerator, Call> noisy) {
    var expected = copies(outputs);
    call.run(plain, inputs, expected);
    var spread = new double[outputs.size()];
    var before = copies(inputs);
    call.run(fast, inputs, outputs);
    for (int k = 0; k < outputs.size(); k++) {
      double[] a = elements(outputs.get(k).buffer());
      double[] e = elements(expected.get(k).buffer());
      var dtype = outputs.get(k).buffer().dtype();
      double scale = Math.max(Comparison.scale(e), leastNormal(dtype));
      double rounding = dtype.isFloating() ? ULPS * NoisyTrace.ulp(dtype) * scale : 0;
      double error = Comparison.error(a, e);
      if (error <= rounding) {
        continue;
      }
      for (int run = 0; run < RUNS; run++) {
        spread[k] = Math.max(spread[k], spread(noisy, before, expected, k, run));
      }
      if (!(error <= FACTOR * spread[k] + rounding)) {
        throw new Difference(
            String.format(
                Locale.ROOT,
                "%s of %s: result %d differs by %.3g from the plain one",
                what,
                fast.name(),
                k,
                error));
      }
    }
  }

  /** {@return the number below which ulps become no smaller} */
  private static double leastNormal(DType dtype) {
    return switch (dtype) {
      case F16 -> 0x1p-14;
      case BF16, F32 -> Float.MIN_NORMAL;
      default -> Double.MIN_NORMAL;
    };
  }

  private double spread(
      Function<RandomGenerator, Call> noisy,
      List<Operand> inputs,
      List<Operand> exact,
      int result,
      int run) {
    var random = Seeds.generator(run);
    var moved = copies(inputs);
    moved.forEach(operand -> move(operand.buffer(), random));
    var outputs = copies(exact);
    noisy.apply(random).run(plain, moved, outputs);
    return Comparison.error(
        elements(outputs.get(result).buffer()), elements(exact.get(result).buffer()));
  }

  private static void move(Buffer buffer, RandomGenerator random) {
    if (buffer.dtype().isFloating()) {
      for (int i = 0; i < buffer.length(); i++) {
        double factor = NoisyBody.factor(buffer.dtype(), random);
        buffer.setDouble(i, buffer.getDouble(i) * factor);
      }
    }
  }

  /**
   * {@return the same operands over copies of their buffers; several may be parts of one buffer}
   */
  private static List<Operand> copies(List<Operand> operands) {
    var copied = new IdentityHashMap<Buffer, Buffer>();
    return operands.stream()
        .map(operand ->
            new Operand(
                copied.computeIfAbsent(operand.buffer(), CheckedKernels::copy),
                operand.offset(),
                operand.strides()))
        .toList();
  }

  private static Buffer copy(Buffer buffer) {
    var copy = Buffer.allocate(buffer.dtype(), buffer.length());
    copy.copyFrom(0, buffer, 0, buffer.length());
    return copy;
  }

  private static double[] elements(Buffer buffer) {
    double[] elements = new double[buffer.length()];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = buffer.getDouble(i);
    }
    return elements;
  }

  @Override
  public void loop(LoopBody body, int[] dims, List<Operand> inputs, List<Operand> outputs) {
    check("", body, inputs, outputs, (code, kernels, in, out) -> kernels.loop(code, dims, in, out));
  }

  @Override
  public void reduce(
      ReduceOp op, LoopBody body, int[] dims, int kept, List<Operand> inputs, Operand output) {
    check(
        op + " of ",
        body,
        inputs,
        List.of(output),
        (code, kernels, in, out) -> kernels.reduce(op, code, dims, kept, in, out.getFirst()));
  }

  @Override
  public void argReduce(boolean max, DType dtype, int[] dims, Operand input, Operand output) {
    check(
        "argReduce",
        List.of(input),
        List.of(output),
        (kernels, in, out) -> kernels.argReduce(max, dtype, dims, in.getFirst(), out.getFirst()));
  }

  @Override
  public void matmul(MatmulSpec spec, Operand lhs, Operand rhs, Operand out) {
    check(
        spec.toString(),
        List.of(lhs, rhs),
        List.of(out),
        (kernels, in, result) -> kernels.matmul(spec, in.get(0), in.get(1), result.getFirst()));
  }

  @Override
  public void conv(ConvSpec spec, DType dtype, Operand lhs, Operand rhs, Operand out) {
    check(
        spec.toString(),
        List.of(lhs, rhs),
        List.of(out),
        (kernels, in, result) ->
            kernels.conv(spec, dtype, in.get(0), in.get(1), result.getFirst()));
  }

  @Override
  public void reduceWindow(
      ReduceOp op, WindowSpec spec, DType dtype, Operand input, Operand output) {
    check(
        op + " of " + spec,
        List.of(input),
        List.of(output),
        (kernels, in, out) -> kernels.reduceWindow(op, spec, dtype, in.getFirst(), out.getFirst()));
  }

  @Override
  public void selectAndScatterAdd(
      boolean max, WindowSpec spec, DType dtype, Operand source, Operand input, Operand output) {
    check(
        "selectAndScatterAdd of " + spec,
        List.of(source, input),
        List.of(output),
        (kernels, in, out) ->
            kernels.selectAndScatterAdd(max, spec, dtype, in.get(0), in.get(1), out.getFirst()));
  }

  @Override
  public void update(
      ScalarOp op, ListedRows rows, Buffer updates, int at, Buffer result, int offset) {
    var expected = result.copyOf(0, result.length());
    plain.update(op, rows, updates, at, expected, offset);
    fast.update(op, rows, updates, at, result, offset);
    if (!Objects.deepEquals(expected.storage(), result.storage())) {
      throw new Difference(
          "%s of rows by %s: the results differ from the plain ones".formatted(op, fast.name()));
    }
  }

  @Override
  public void selectAndGatherAdd(
      boolean max, WindowSpec spec, DType dtype, Operand tangents, Operand input, Operand output) {
    check(
        "selectAndGatherAdd of " + spec,
        List.of(tangents, input),
        List.of(output),
        (kernels, in, out) ->
            kernels.selectAndGatherAdd(max, spec, dtype, in.get(0), in.get(1), out.getFirst()));
  }

  /** The operands of scores, of which some may be missing, and those that follow them. */
  private static List<Operand> operands(ScoreOperands x, Operand... others) {
    return Stream.concat(
            Stream.of(x.query(), x.key(), x.value(), x.bias(), x.mask()), Arrays.stream(others))
        .filter(Objects::nonNull)
        .toList();
  }

  /** {@return operands of scores with those of a list in the place of those that are there} */
  private static ScoreOperands operands(ScoreOperands x, Iterator<Operand> from) {
    return new ScoreOperands(
        from.next(),
        from.next(),
        from.next(),
        x.bias() == null ? null : from.next(),
        x.mask() == null ? null : from.next());
  }

  @Override
  public void attention(ScoreSpec spec, ScoreOperands x, Operand out, Operand logSums) {
    check(
        "attention",
        operands(x),
        List.of(out, logSums),
        (kernels, in, o) ->
            kernels.attention(spec, operands(x, in.iterator()), o.get(0), o.get(1)));
  }

  @Override
  public void attentionTangent(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      ScoreOperands tangents,
      Operand out,
      Operand sums) {
    var inputs = new ArrayList<>(operands(x, logSums));
    inputs.addAll(operands(tangents));
    check(
        "attention tangent",
        inputs,
        List.of(out, sums),
        (kernels, in, o) -> {
          var next = in.iterator();
          var first = operands(x, next);
          var logs = next.next();
          kernels.attentionTangent(spec, first, logs, operands(tangents, next), o.get(0), o.get(1));
        });
  }

  @Override
  public void attentionGradient(
      ScoreSpec spec,
      ScoreOperands x,
      Operand logSums,
      Operand cotangent,
      Operand sums,
      ScoreGradients out) {
    var outputs = new ArrayList<>(List.of(out.query(), out.key(), out.value()));
    if (out.bias() != null) {
      outputs.add(out.bias());
    }
    check(
        "attention gradient",
        operands(x, logSums, cotangent, sums),
        outputs,
        (kernels, in, o) -> {
          var next = in.iterator();
          kernels.attentionGradient(
              spec,
              operands(x, next),
              next.next(),
              next.next(),
              next.next(),
              new ScoreGradients(o.get(0), o.get(1), o.get(2), o.size() > 3 ? o.get(3) : null));
        });
  }

  @Override
  public void threefry(int count, List<Operand> in, List<Operand> out) {
    check("threefry", in, out, (kernels, input, output) -> kernels.threefry(count, input, output));
  }
}
