package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The lambda that a module is made from is checked as the body of a compact method. */
class LambdaModulesTest {

  @Test
  void submodule_under_a_condition_on_an_argument_is_reported() {
    assertThat(
            inMain(
                "var m = Modules.of(\"Net\", (x, train) -> {",
                "  if (train) {",
                "    x = Dense.of(4).call(x);",
                "  }",
                "  return Dense.of(2).call(x);",
                "});"))
        .containsExactly(
            "5: [SubmoduleInBranch] Dense is constructed only when \"train\" is true, so its name"
                + " depends on a call argument. Construct it before the branch, or name it with"
                + " named(...).");
  }

  @Test
  void submodule_in_a_loop_over_an_argument_is_reported() {
    assertThat(
            inMain(
                "var m = Modules.of(\"Net\", (Array x, Integer k) -> {",
                "  for (int i = 0; i < k; i++) {",
                "    x = Dense.of(4).call(x);",
                "  }",
                "  return x;",
                "});"))
        .containsExactly(
            "5: [SubmoduleInLoop] Dense is constructed in each iteration of a loop that "
                + "depends on \"k\", so the number of submodules depends on a call argument. "
                + "Construct it before the loop, or let a number from outside the lambda "
                + "determine the number.");
  }

  @Test
  void conditions_on_what_the_lambda_captures_are_fine() {
    assertThat(
            inMain(
                "int n = args.length;",
                "var m = Modules.of(\"Net\", x -> {",
                "  for (int i = 0; i < n; i++) {",
                "    x = Dense.of(4).call(x);",
                "  }",
                "  return n > 2 ? Dense.of(2).call(x) : x;",
                "});"))
        .isEmpty();
  }

  @Test
  void names_given_twice_are_reported_for_each_lambda_alone() {
    assertThat(
            inMain(
                "var a = Modules.of(\"A\", x -> Dense.of(2).named(\"d\").call(x));",
                "var b = Modules.of(\"B\", x ->",
                "    Dense.of(2).named(\"d\").call(",
                "        Dense.of(2).named(\"d\").call(x)));",
                "var c = Modules.of(\"C\", x -> Modules.of(\"D\",",
                "    y -> Dense.of(2).named(\"d\").call(y)).call(",
                "        Dense.of(2).named(\"d\").call(x)));"))
        .containsExactly(
            "6: [DuplicateName] The name \"d\" is used twice in the same scope. Rename one "
                + "of them, or construct it once and use it twice.");
  }

  @Test
  void submodule_that_is_not_used_is_reported() {
    assertThat(
            inMain(
                "var m = Modules.of(\"Net\", x -> {",
                "  var head = Modules.of(\"Head\", y -> y);",
                "  return x;",
                "});"))
        .containsExactly(
            "4: [UnusedSubmodule] Head is constructed but never used. Call it, or remove it.");
  }

  @Test
  void plain_transformation_of_a_submodule_is_reported() {
    assertThat(
            inMain(
                "var m = Modules.of(\"Net\", x ->",
                "    Transforms.jit((Array y) -> Dense.of(2).call(y)).apply(x));"))
        .containsExactly(
            "4: [PlainTransformation] Dense creates variables of the module, which the "
                + "enclosing Transforms.jit would lose. Use Lift.jit, with the module as an "
                + "argument.");
  }

  @Test
  void capture_of_a_submodule_in_a_lifted_function_is_reported() {
    assertThat(
            inMain(
                "var template = Dense.of(2);",
                "var m = Modules.of(\"Net\", x -> {",
                "  var first = Dense.of(2);",
                "  var second = template.copy();",
                "  var y = first.call(second.call(x));",
                "  return Lift.cond(y, (Dense d, Array v) -> first.call(v),",
                "      (d, v) -> template.copy().call(v), second, y);",
                "});"))
        .containsExactly(
            "8: [CaptureInLift] The function passed to Lift.cond uses \"first\" of the "
                + "enclosing method, which belongs to the outer scope. Pass it to Lift.cond as "
                + "an argument, and use the function's parameter.");
  }

  @Test
  void module_from_a_lambda_is_a_submodule_in_a_definition() {
    var code =
        """
        @Module record NetDef() {
          @Compact Array call(Array x, boolean train) {
            if (train) {
              x = Modules.of("Block", y -> Dense.of(3).call(y)).call(x);
            }
            return Modules.of("Block", y -> train ? Dense.of(2).call(y) : y).call(x);
          }
        }
        """;

    assertThat(Compile.diagnostics(Compile.example(code)))
        .containsExactly(
            "4: [SubmoduleInBranch] Block is constructed only when \"train\" is true, so its name"
                + " depends on a call argument. Construct it before the branch, name it with"
                + " named(...), or move it to @Setup.");
  }

  @Test
  void message_is_silenced_around_the_lambda() {
    assertThat(
            inMain(
                "@SuppressWarnings(\"SubmoduleInBranch\")",
                "var m = Modules.of(\"Net\", (x, train) -> train ? Dense.of(4).call(x) : x);"))
        .isEmpty();
  }

  /** The reports about statements of a method outside of definitions, from line 3 on. */
  private static List<String> inMain(String... lines) {
    var code =
        "class Example {\nstatic void run(String[] args) {\n" + String.join("\n", lines) + "\n} }";
    var compilation = Compile.example(code);

    assertThat(Compile.complaints(compilation)).isEmpty();
    assertThat(compilation.notes().stream().map(Compile::message))
        .noneMatch(note -> note.contains("could not check"));
    return Compile.diagnostics(compilation);
  }
}
