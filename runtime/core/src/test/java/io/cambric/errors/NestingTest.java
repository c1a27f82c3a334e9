package io.cambric.errors;

import static io.cambric.transform.Transforms.cond;
import static io.cambric.transform.Transforms.grad;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.makeJaxpr;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.cambric.core.Array;
import io.cambric.errors.NestingException.Kind;
import io.cambric.numpy.Numpy;
import io.cambric.tree.Cursor;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Deep nesting of trees and functions, which may fill the stack. */
class NestingTest {

  private static final long SMALL = 1 << 19;
  private static final long DEFAULT = 1 << 20;
  private static final long LARGE = 1 << 27;

  private static final Array X = Numpy.ones(2);

  /** {@return the error of a call in a thread whose stack has this many bytes; null for none} */
  private static Throwable thrown(long stack, ThrowingCallable call) {
    var thrown = new AtomicReference<Throwable>();
    var thread = new Thread(null, () -> thrown.set(catchThrowable(call)), "nesting", stack);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return thrown.get();
  }

  private static Array jits(int depth, Array x) {
    return depth == 0 ? x : jit((Array y) -> jits(depth - 1, y.mul(2))).apply(x);
  }

  private static Array vmaps(int depth, Array x) {
    return depth == 0
        ? x
        : vmap((Array y) -> vmaps(depth - 1, y.mul(2))).apply(x.reshape(1, 2)).reshape(2);
  }

  private static Array conds(int depth, Array x) {
    return depth == 0 ? x : cond(x.sum().gt(0), y -> conds(depth - 1, y.mul(2)), y -> y, x);
  }

  private static Array endless(Array x) {
    return endless(x.add(1));
  }

  static Stream<Arguments> transformations() {
    return Stream.of(
        Arguments.of("jit", (UnaryOperator<Array>) x -> jits(3000, x)),
        Arguments.of("vmap", (UnaryOperator<Array>) x -> vmaps(3000, x)),
        Arguments.of("cond", (UnaryOperator<Array>) x -> conds(3000, x)));
  }

  @ParameterizedTest
  @MethodSource("transformations")
  void transformations_that_fill_the_stack_are_counted(String name, UnaryOperator<Array> f) {
    assertThat(thrown(SMALL, () -> f.apply(X)))
        .isInstanceOfSatisfying(
            NestingException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TRANSFORMATIONS))
        .hasCauseInstanceOf(StackOverflowError.class)
        .message()
        .matches(
            "\\d+ transformations are nested at NestingTest\\.\\S+\\(NestingTest\\.java:\\d+\\), \\(%s\\) \\d+ times, too deep for the stack of this thread\\. If a function transforms itself, end the recursion\\. For many equal layers, use one scan\\. Otherwise enlarge the stack, as in java -Xss16m\\."
                .formatted(name));
  }

  @Test
  void a_hundred_transformations_fit_into_the_stack_that_threads_have() {
    for (UnaryOperator<Array> f :
        List.<UnaryOperator<Array>>of(x -> jits(100, x), x -> vmaps(100, x), x -> conds(100, x))) {
      assertThat(thrown(DEFAULT, () -> assertThat(f.apply(X).toFloats()[0]).isEqualTo(0x1p100f)))
          .isNull();
    }
  }

  @Test
  void a_larger_stack_holds_more() {
    assertThat(thrown(LARGE, () -> jits(1500, X))).isNull();
  }

  @Test
  void programs_that_fill_the_stack_when_they_are_compiled_or_printed_are_counted() {
    var step = jit((Array x) -> conds(5000, x));
    var jaxprs = new ArrayList<Object>();
    assertThat(
            thrown(
                LARGE,
                () -> {
                  jaxprs.add(makeJaxpr((Array x) -> conds(5000, x), X));
                  step.lower(X);
                }))
        .isNull();

    for (ThrowingCallable call :
        List.<ThrowingCallable>of(() -> step.apply(X), () -> jaxprs.getFirst().toString())) {
      assertThat(thrown(SMALL, call))
          .isInstanceOf(NestingException.class)
          .hasCauseInstanceOf(StackOverflowError.class)
          .message()
          .matches("500[12] programs are nested at .*, within cond(, jit)?, too deep for the .*");
    }
  }

  @Test
  void gradients_of_programs_inside_of_one_another_are_counted() {
    var step = jit((Array x) -> jits(5000, x));
    assertThat(thrown(LARGE, () -> step.apply(X))).isNull();

    assertThat(thrown(SMALL, () -> grad((Array x) -> step.apply(x).sum()).apply(X)))
        .isInstanceOf(NestingException.class)
        .message()
        .matches(
            "\\d+ transformations are nested at .*, \\(grad\\) \\d+ times, too deep for the .*");
  }

  @Test
  void recursion_of_the_users_own_stays_what_it_is() {
    assertThat(thrown(SMALL, () -> jit((Array x) -> endless(x)).apply(X)))
        .isInstanceOf(StackOverflowError.class);
    assertThat(thrown(SMALL, () -> deepWithSmallTrees(0))).isInstanceOf(StackOverflowError.class);
    assertThat(thrown(SMALL, () -> Cursor.of(List.of(1)).findAll((_, _) -> endless(X).size() == 0)))
        .isInstanceOf(StackOverflowError.class);
  }

  @Test
  void an_error_that_comes_from_an_overflow_stays_what_it_is() {
    var error = new AssertionError("of the user", new StackOverflowError());

    assertThat(
            thrown(
                SMALL,
                () ->
                    jit(
                            (Array x) -> {
                              throw error;
                            })
                        .apply(X)))
        .isSameAs(error);
  }

  private static int deepWithSmallTrees(int n) {
    return Trees.leaves(List.of(n)).size() + deepWithSmallTrees(n + 1);
  }

  private static List<Object> nested(int depth) {
    List<Object> list = List.of(X);
    for (int i = 1; i < depth; i++) {
      list = List.of(list);
    }
    return list;
  }

  @Test
  void levels_of_a_tree_that_fill_the_stack_are_counted() {
    var deep = nested(50_000);
    var message =
        "10000 levels are nested in a pytree, at \"(0) 10000 times\", too deep for the "
            + "stack of this thread. If a container contains itself, remove it. Otherwise "
            + "enlarge the stack, as in java -Xss16m.";

    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> Trees.map(deep, leaf -> leaf),
            () -> Cursor.of(deep).findAll((_, _) -> false),
            () -> Cursor.of(deep).applyUpdate((_, value) -> value))) {
      assertThat(thrown(SMALL, call)).isInstanceOf(NestingException.class).hasMessage(message);
    }
    var structure = new AtomicReference<>(Trees.structure(X));
    assertThat(thrown(LARGE, () -> structure.set(Trees.structure(deep)))).isNull();
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> structure.get().unflatten(List.of(X)),
            () -> structure.get().paths(),
            () -> structure.get().toText())) {
      assertThat(thrown(SMALL, call)).isInstanceOf(NestingException.class).hasMessage(message);
    }
  }

  @Test
  void a_list_that_holds_itself_is_reported() {
    var list = new ArrayList<Object>();
    list.add(X);
    list.add(list);

    assertThat(thrown(SMALL, () -> Trees.leaves(list)))
        .isInstanceOf(NestingException.class)
        .hasMessageStartingWith(
            "10000 levels are nested in a pytree, at \"(1) 9999 times/0\", too deep for the stack");
  }

  @Test
  void a_tree_of_some_hundred_levels_fits() {
    assertThat(thrown(DEFAULT, () -> assertThat(Trees.leaves(nested(400))).hasSize(1))).isNull();
  }
}
