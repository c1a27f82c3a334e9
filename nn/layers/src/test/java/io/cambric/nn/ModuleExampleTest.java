package io.cambric.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.annotations.Compact;
import io.cambric.annotations.Example;
import io.cambric.annotations.Module;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Tracer;
import io.cambric.errors.ShapeException;
import io.cambric.module.ModuleExample;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Examples of modules are traced, and a mistake names the example. */
class ModuleExampleTest {

  /** A network whose examples are run by the test that the processor writes. */
  @Module
  @Example(
      module = "Head.of(WIDTH)",
      in = {"f32[2, 784]", "true"},
      out = "f32[2, 10]")
  @Example(
      module = "Head.of(WIDTH)",
      in = {"f32[4, 2, 784]", "false"},
      out = "f32[4, 2, 10]")
  record HeadDef(int n) {

    static final int WIDTH = 10;

    @Compact
    Array call(Array x, boolean train) {
      return BatchNorm.of().call(Dropout.of(0.5).call(Dense.of(n).call(x), !train), !train);
    }
  }

  private static ModuleExample head() {
    return ModuleExample.of("HeadDef", 2, "Head.of(10).call(f32[2, 784], true)")
        .in(DType.F32, 2, 784);
  }

  @Test
  void init_and_apply_are_traced_with_arrays_without_values() {
    var seen = new ArrayList<Array>();

    head()
        .out(DType.F32, 2, 10)
        .run(
            () -> Head.of(10),
            (module, arrays) -> {
              seen.addAll(arrays);
              return module.call(arrays.get(0), true);
            });

    assertThat(seen).hasSize(2).allMatch(Tracer.class::isInstance);
  }

  @Test
  void result_is_not_compared_without_arrays() {
    head().run(() -> Head.of(7), (module, arrays) -> module.call(arrays.get(0), true));
  }

  @Test
  void other_result_is_named_with_the_expected_one() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() ->
            head()
                .out(DType.F32, 2, 12)
                .run(() -> Head.of(10), (module, arrays) -> module.call(arrays.get(0), true)))
        .withMessage(
            "@Example 2 of HeadDef, Head.of(10).call(f32[2, 784], true), returns f32[2,10] in"
                + " init, but f32[2,12] was expected. Mend the method, or \"out\" of the"
                + " @Example.");
  }

  @Test
  void arrays_of_a_result_are_compared_in_their_order() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() ->
            head()
                .out(DType.BF16)
                .run(
                    () -> Head.of(10),
                    (module, arrays) -> List.of(module.call(arrays.get(0), true), arrays.get(0))))
        .withMessageContaining("returns f32[2,10] and f32[2,784] in init, but bf16[] was expected");
  }

  @Test
  void mistake_in_the_call_names_the_example_and_is_its_cause() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() ->
            head()
                .run(
                    () -> Head.of(10),
                    (module, arrays) -> module.call(arrays.get(0), true).reshape(3)))
        .withMessageStartingWith(
            "@Example 2 of HeadDef, Head.of(10).call(f32[2, 784], true), fails in init: ")
        .withCauseInstanceOf(ShapeException.class);
  }

  @Test
  void module_that_cannot_be_made_names_the_example() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() ->
            head()
                .<Head>run(
                    () -> {
                      throw new IllegalStateException("no width");
                    },
                    (module, arrays) -> module.call(arrays.get(0), true)))
        .withMessage(
            "@Example 2 of HeadDef, Head.of(10).call(f32[2, 784], true), fails where the module is"
                + " made: no width");
  }

  @Test
  void parameter_that_only_apply_asks_for_fails_there() {
    var calls = new ArrayList<Array>();

    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() ->
            head()
                .run(
                    () -> Head.of(10),
                    (module, arrays) -> {
                      calls.addAll(arrays);
                      return calls.size() == 1 ? arrays : module.call(arrays.get(0), true);
                    }))
        .withMessageStartingWith(
            "@Example 2 of HeadDef, Head.of(10).call(f32[2, 784], true), fails in apply with the"
                + " variables of init: ");
  }
}
