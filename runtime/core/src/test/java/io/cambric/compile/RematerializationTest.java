package io.cambric.compile;

import static io.cambric.testing.Staged.f32;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.compile.fusion.Fuser;
import io.cambric.compile.memory.MemoryPlanner;
import io.cambric.compile.run.Program;
import io.cambric.compile.step.Step;
import io.cambric.compile.step.StepEmitter;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.RunArguments;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.programs.RandomProgram;
import io.cambric.testing.Seeds;
import io.cambric.testing.Staged;
import io.cambric.testing.TestArrays;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rematerialisation: the values that later loops recompute, read off printed programs. No bit of a
 * result changes.
 */
class RematerializationTest {

  private static final DotDims MATMUL = new DotDims(Axes.of(1), Axes.of(0), Axes.of(), Axes.of());

  private static final int SIZE = 24;

  private static NdArray normal(int seed, int... dims) {
    return Random.normal(Key.of(seed), Shape.of(dims)).concrete("a test");
  }

  private static Array number(double value) {
    return NdArray.scalar(DType.F32, value);
  }

  private static Array matmul(Array x, Array y) {
    return Lax.dotGeneral(x, y, MATMUL);
  }

  /** A program with arguments. */
  private record Case(Jaxpr jaxpr, List<NdArray> arguments) {}

  /** The gradient of a function between two matrix products, whose operands are stored. */
  private static Case gradient(UnaryOperator<Array> function) {
    var w = normal(1, SIZE, SIZE);
    var v = normal(2, SIZE, SIZE);
    ArrayFn loss = x -> matmul(function.apply(matmul(x, w)), v).square().sum();
    var traced =
        StagingTrace.trace(
            "test", List.of(f32(SIZE, SIZE)), x -> List.of(Transforms.grad(loss).apply(x.get(0))));
    var arguments = traced.withConstants(List.of(normal(3, SIZE, SIZE)));
    return new Case(
        traced.jaxpr(), arguments.stream().map(array -> array.concrete("a test")).toList());
  }

  private static Program without(Jaxpr jaxpr) {
    var donated = Collections.nCopies(jaxpr.inputs().size(), false);
    var fused = StepEmitter.emit(Fuser.partition(Compiler.optimise(jaxpr), donated));
    for (var pass : Pipeline.STEPS) {
      fused = pass.rewrite().apply(fused);
    }
    return MemoryPlanner.plan(fused, jaxpr.outputAvals(), Compiler.program(jaxpr).bodies());
  }

  private static void assertSameBits(Jaxpr jaxpr, List<NdArray> arguments) {
    var program = Compiler.program(jaxpr);
    assertThat(TestArrays.exact(program.run(RunArguments.of(arguments))))
        .as(() -> jaxpr + "\n" + without(jaxpr).toText() + "\n" + program.toText())
        .isEqualTo(TestArrays.exact(without(jaxpr).run(RunArguments.of(arguments))));
  }

  private static List<NdArray> arguments(Jaxpr jaxpr) {
    return jaxpr.inputAvals().stream().map(aval -> normal(3, aval.shape().toArray())).toList();
  }

  /** {@return how many arrays of the full size the loops of a program store} */
  private static long stored(Program program) {
    return program.steps().stream()
        .flatMap(bound -> {
          int products = bound.step() instanceof Step.FusedCall ? 1 : 0;
          return bound.step() instanceof Step.Call
              ? Stream.empty()
              : bound.outputs().stream().skip(products);
        })
        .filter(output -> output.shape().equals(Shape.of(SIZE, SIZE)))
        .filter(output -> output.dtype() == DType.F32)
        .count();
  }

  @Test
  void the_gradient_of_a_gelu_is_recomputed_from_its_operand() {
    var gradient = gradient(Activations::gelu);
    var jaxpr = gradient.jaxpr();

    assertThat(stored(without(jaxpr))).isEqualTo(7);
    // The GELU itself, the cotangent of the loss, and the gradient in the operand.
    assertThat(stored(Compiler.program(jaxpr))).isEqualTo(3);
    assertThat(Compiler.program(jaxpr).temporaryBytes())
        .isLessThan(without(jaxpr).temporaryBytes());
    assertSameBits(jaxpr, gradient.arguments());
  }

  private static Array layerNorm(Array x) {
    var centred = x.sub(x.mean(-1).expandDims(-1));
    return centred.mul(Lax.rsqrt(centred.square().mean(-1).expandDims(-1).add(1e-6)));
  }

  @Test
  void per_row_values_are_stored_and_values_computed_from_them_are_recomputed() {
    var gradient = gradient(RematerializationTest::layerNorm);
    var jaxpr = gradient.jaxpr();

    assertThat(stored(Compiler.program(jaxpr))).isLessThan(stored(without(jaxpr)));
    assertSameBits(jaxpr, gradient.arguments());
  }

  @Test
  void gradients_of_the_building_blocks_of_networks_keep_their_bits() {
    for (UnaryOperator<Array> function :
        List.<UnaryOperator<Array>>of(
            Activations::softmax,
            Activations::logSoftmax,
            Activations::silu,
            Activations::elu,
            x -> Activations.gelu(x, false),
            x -> layerNorm(Activations.gelu(x)),
            x -> layerNorm(x).add(Activations.gelu(layerNorm(x))),
            x ->
                Numpy.where(
                    Random.bernoulli(Key.of(5), 0.8, x.shape()), Numpy.tanh(x).div(0.8), 0))) {
      var gradient = gradient(function);
      assertSameBits(gradient.jaxpr(), gradient.arguments());
    }
  }

  @Test
  void an_operand_of_a_kernel_is_stored_once_and_read_again() {
    var jaxpr =
        Staged.of(
            List.of(f32(3, 3)),
            x -> {
              var sum = Lax.add(x.getFirst(), number(1));
              return List.of(Lax.neg(Lax.mul(matmul(sum, sum), sum)));
            });

    // The sum, and the product with what follows on it.
    assertThat(Compiler.program(jaxpr).stepCount()).isEqualTo(2);
    assertSameBits(jaxpr, arguments(jaxpr));
  }

  @Test
  void a_value_that_only_later_loops_read_moves_into_them() {
    var jaxpr =
        Staged.of(
            List.of(f32(3, 3)),
            x -> {
              var sum = Lax.add(x.getFirst(), number(1));
              var total = Lax.reduceSum(sum, Axes.of(0, 1));
              return List.of(Lax.mul(sum, total));
            });

    assertThat(Compiler.program(jaxpr).toText())
        .isEqualTo(
            """
            program of 1 arguments, 2 steps, 1 buffers of 4 bytes
              buf0:f32[] = reduce_sum[3, 3]{v1:f32 = const 1.0; v2:f32 = add v0 v1; store v2} arg0:f32[3,3]
              out0:f32[3,3] = loop[3, 3]{v2:f32 = const 1.0; v3:f32 = add v0 v2; v4:f32 = mul v3 v1; store v4} arg0:f32[3,3] buf0:f32[]
            """);
    assertSameBits(jaxpr, arguments(jaxpr));
  }

  @Test
  void an_expensive_value_is_stored() {
    var jaxpr =
        Staged.of(
            List.of(f32(3, 3)),
            x -> {
              var power = Lax.pow(x.getFirst(), number(1.5));
              return List.of(Lax.mul(power, Lax.reduceSum(power, Axes.of(0, 1))));
            });

    assertThat(Compiler.program(jaxpr).toText()).containsOnlyOnce("pow");
    assertSameBits(jaxpr, arguments(jaxpr));
  }

  static LongStream seeds() {
    return Seeds.of(300);
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void random_programs_keep_their_bits(long seed) {
    var random = RandomProgram.ofWholeNumbers(seed);

    assertSameBits(random.jaxpr(), random.arguments());
  }

  @ParameterizedTest(name = "seed={0}")
  @MethodSource("seeds")
  void gradients_of_random_programs_keep_their_bits(long seed) {
    var random = RandomProgram.gradient(seed);

    assertSameBits(random.jaxpr(), random.arguments());
  }
}
