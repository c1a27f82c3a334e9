package io.cambric.flax.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.NestingException;
import io.cambric.errors.NestingException.Kind;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Unbounded recursion of modules, which Python ends with a RecursionError. */
class NestedModulesTest {

  private static final Array X = Numpy.ones(2);

  private static void assertNested(ThrowingCallable call, String how) {
    assertThatExceptionOfType(NestingException.class)
        .isThrownBy(call)
        .withMessageMatching(
            "\\d+ modules are nested at \\w+Def\\.\\S+\\(NestingDefinitions\\.java:\\d+\\), %s, too deep for the stack of this thread\\. If modules create each other without end, as when a setup creates its own module, end the recursion\\. Otherwise enlarge the stack, as in java -Xss16m\\."
                .formatted(how))
        .withCauseInstanceOf(StackOverflowError.class)
        .satisfies(e -> {
          assertThat(e.kind()).isEqualTo(Kind.MODULES);
          assertThat(e.getSuppressed()).isEmpty();
        });
  }

  @Test
  void a_compact_method_that_makes_its_own_module_is_reported_with_its_path() {
    assertNested(
        () -> EndlessBlock.of(1).init(Key.of(0), X),
        "EndlessBlock/\\(EndlessBlock_0\\) \\d+ times");
  }

  @Test
  void setups_that_make_one_another_are_reported_with_their_path() {
    var path = "Hen/(egg/)?\\((egg/hen|hen/egg)\\) \\d+ times";
    assertNested(() -> Hen.of(1).init(Key.of(0), X), path);
    assertNested(() -> Hen.of(1).apply(Variables.empty(), X), path);
  }

  @Test
  void lifted_recursion_is_reported_as_one_of_modules() {
    assertNested(
        () -> EndlessLift.of(1).init(Key.of(0), X), "EndlessLift/\\(EndlessLift_0\\) \\d+ times");
  }

  @Test
  void definitions_that_construct_one_another_are_reported() {
    assertNested(EndlessLeft::of, ".*\\(Endless(Right/Endless)?Left(/EndlessRight)?\\) \\d+ times");
  }

  @Test
  void recursion_of_the_users_own_in_a_module_stays_what_it_is() {
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(() -> PlainRecursion.of(1).init(Key.of(0), X));
  }

  @Test
  void nesting_that_ends_works() {
    assertThat(CountedBlock.of(100).apply(Variables.empty(), X).toFloats())
        .containsExactly(101, 101);
  }
}
