package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases of body checks beyond the examples in the documentation. */
class BodyChecksTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Decided by a component, by initialization or by shapes.
        "if (wide) { x = Dense.of(8).call(x); } return x;",
        "if (isInitializing()) { x = Dense.of(8).call(x); } return x;",
        "if (x.dim(-1) != n) { x = Dense.of(8).call(x); } return x;",
        "var shape = x.shape(); if (!shape.equals(Shape.of(1))) { x = Dense.of(8).call(x); } return"
            + " x;",
        "for (int i = 0; i < n; i++) { x = Dense.of(8).call(x); } return x;",
        "for (var size : sizes) { x = Dense.of(size).call(x); } return x;",
        // Named or detached, so no other name depends on it.
        "if (train) { x = Dense.of(8).named(\"extra\").call(x); } return x;",
        "if (train) { var t = Dense.of(8).detached(); t.call(x); } return x;",
        // Constructed before the branch.
        "var a = Dense.of(8); return train ? a.call(x) : x;",
        // In the condition itself, which always runs.
        "return Dense.of(8).call(x).shape().equals(x.shape()) && train ? x : x;",
        // Alternatives, of which one run takes one.
        "return wide ? Dense.of(8).named(\"d\").call(x) : Dense.of(4).named(\"d\").call(x);",
        "if (wide) { return param(\"p\", ones(), Shape.of(1)); } return param(\"p\", ones(),"
            + " Shape.of(2));",
        // One name in two collections; a detached module has none.
        "variable(\"a\", \"v\", () -> x); variable(\"b\", \"v\", () -> x); return x;",
        "var t = Dense.of(8).named(\"d\").detached(); return"
            + " Dense.of(4).named(\"d\").call(t.call(x));",
        // A lambda that the JDK runs, and captures of plain arrays.
        "return List.of(x).stream().map(y -> Dense.of(8).call(y)).findFirst().get();",
        "return Sequential.of(Dense.of(8), y -> relu(y)).call(x);",
        // A factory: the module that it is given to constructs in its own scope on purpose.
        "return Repeat.of(() -> Dense.of(8)).call(x);",
        "return Repeat.of(() -> { return Dense.of(8).named(\"step\"); }).call(x);",
        // Used in a lambda.
        "var d = Dense.of(8); Layer f = y -> d.call(y); return f.call(x);",
      })
  void silent_when_nothing_is_wrong_or_in_doubt(String body) {
    var compilation =
        Compile.example(
            """
            @Module record RepeatDef(java.util.function.Supplier<Layer> layer) {
              @Compact Array call(Array x) { return layer.get().call(x); }
            }
            @Module record ADef(boolean wide, int n, List<Integer> sizes) {
              @Compact Array call(Array x, boolean train) { %s }
            }
            """
                .formatted(body));

    assertThat(Compile.diagnostics(compilation)).isEmpty();
    assertThat(compilation.errors()).isEmpty();
  }

  @Test
  void conditions_are_told_in_words() {
    var compilation =
        Compile.example(
            """
            @Module record ADef() {
              @Compact Array call(Array x, boolean train, String mode, int depth) {
                if (train) { x = Dense.of(1).call(x); } else { x = Dense.of(2).call(x); }
                if (!"a".equals(mode)) { x = Dense.of(3).call(x); }
                x = depth == 3 ? Dense.of(4).call(x) : x;
                var deep = depth > 3;
                if (deep) { x = Dense.of(5).call(x); }
                return switch (mode) {
                  case "b", "c" -> Dense.of(6).call(x);
                  default -> Dense.of(7).call(x);
                };
              }
            }
            """);

    assertThat(conditions(Compile.diagnostics(compilation)))
        .containsExactly(
            "\"train\" is true",
            "\"train\" is false",
            "\"mode\" is not \"a\"",
            "\"depth\" is 3",
            "\"deep\" is true",
            "\"mode\" is \"b\" or \"c\"",
            "\"mode\" has other values");
  }

  @Test
  void name_is_given_twice_by_a_param_and_a_submodule_too() {
    var compilation =
        Compile.example(
            """
            @Module record ADef() {
              @Compact Array call(Array x) {
                var p = param("d", ones(), Shape.of(1));
                var v = variable("stats", "mean", () -> x);
                variable("stats", "mean", () -> x);
                return Dense.of(4).named("d").call(x.add(p).add(v.get()));
              }
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "5: [DuplicateName] The name \"mean\" is used twice in the same scope. Rename "
                + "one of them, or construct it once and use it twice.",
            "6: [DuplicateName] The name \"d\" is used twice in the same scope. Rename one "
                + "of them, or construct it once and use it twice.");
  }

  @Test
  void helper_of_a_compact_method_may_create_and_call_compact_methods() {
    var compilation =
        Compile.example(
            """
            @Module record ADef() {
              @Compact Array call(Array x) { return helper(x).add(other(x)); }
              @Compact Array other(Array x) { return x; }
              private Array helper(Array x) { return Dense.of(8).call(scaled(x)); }
              Array scaled(Array x) { return other(x).add(param("p", ones(), Shape.of(1))); }
            }
            """);

    assertThat(Compile.diagnostics(compilation)).isEmpty();
  }

  @Test
  void other_definition_called_inside_of_one_makes_its_variables_there() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) { @Compact Array call(Array x) { return x; } }
            @Module record BDef(int n) {
              @Compact Array call(Array x) { return new ADef(n).call(x); }
              @Compact Array other(Array x) { Layer l = new ADef(n)::call; return l.call(x); }
              @Compact Array less(Array x) { return n == 0 ? x : new BDef(n - 1).less(x); }
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "3: [DefinitionCalledOutside] call of the definition ADef runs in the scope of "
                + "B, which receives its submodules and variables. Call it on the module, "
                + "A.of(...).",
            "4: [DefinitionCalledOutside] call of the definition ADef runs in the scope of "
                + "B, which receives its submodules and variables. Call it on the module, "
                + "A.of(...).",
            "5: [DefinitionCalledOutside] less of the definition BDef runs in the scope of "
                + "B, which receives its submodules and variables. Call it on the module, "
                + "B.of(...).");
  }

  @Test
  void own_methods_accessors_and_what_needs_no_scope_are_free_for_all() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) {
              @Compact Array call(Array x) { return x; }
              @Nowrap int twice() { return 2 * n; }
              static int three() { return 3; }
            }
            @Module record BDef(int n) {
              @Compact Array call(Array x) {
                Layer own = this::other;
                return own.call(this.other(BDef.this.other(x)).mul(new ADef(n).twice()));
              }
              @Compact Array other(Array x) { return x.mul(ADef.three() + new ADef(n).n()); }
              private static Array of(BDef b, Array x) { return b.other(x); }
            }
            class Free {
              int look(ADef a) { return a.n() + a.twice() + a.hashCode(); }
            }
            """);

    assertThat(Compile.diagnostics(compilation)).isEmpty();
  }

  @Test
  void method_reference_is_a_call_from_outside_too() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int n) { @Compact Array call(Array x) { return x; } }
            class Free { Layer layer = new ADef(1)::call; }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "2: [DefinitionCalledOutside] call of the definition ADef needs a scope, but is called"
                + " outside any definition. Call it on the module, A.of(...).");
  }

  @Test
  void dropped_submodule_is_a_warning_that_an_annotation_silences() {
    var code =
        """
        @Module record ADef() {
          %s @Compact Array call(Array x) { Dense.of(8); return x; }
        }
        """;

    var warned = Compile.example(code.formatted(""));
    var silent = Compile.example(code.formatted("@SuppressWarnings(\"UnusedSubmodule\")"));

    assertThat(warned.errors()).isEmpty();
    assertThat(Compile.diagnostics(warned))
        .containsExactly(
            "2: [UnusedSubmodule] Dense is constructed but never used. Call it, or remove it.");
    assertThat(Compile.diagnostics(silent)).isEmpty();
  }

  @Test
  void broken_code_is_left_to_the_compiler() {
    var compilation =
        Compile.example(
            """
            @Module record ADef() {
              @Compact Array call(Array x) { return Dense.of("8").nothing(y -> z).call(undefined); }
            }
            """);

    assertThat(compilation.errors()).isNotEmpty();
    assertThat(compilation.notes())
        .noneMatch(note -> Compile.message(note).contains("could not check"));
  }

  @Test
  void name_behind_a_call_that_does_not_compile_counts_as_given() {
    var compilation =
        Compile.example(
            """
            @Module record ADef() {
              @Compact Array call(Array x, boolean train) {
                if (train) { x = Dense.of(8).withFeatures("8").named("d").call(x); }
                return x;
              }
            }
            """);

    assertThat(compilation.errors()).isNotEmpty();
    assertThat(Compile.diagnostics(compilation)).isEmpty();
  }

  @Test
  void early_return_is_a_branch_around_what_follows() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(boolean wide) {
              @Compact Array call(Array x, boolean train, int depth) {
                if (wide) { return x; }
                if (depth < 0) { throw new IllegalArgumentException(); }
                x = Dense.of(1).call(x);
                if (!train) { return x; } else { x = relu(x); }
                for (int i = 0; i < 3; i++) {
                  if (i == depth) { break; }
                  x = Dense.of(2).named("d" + i).call(x);
                }
                return Dense.of(3).call(x);
              }
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "11: [SubmoduleInBranch] Dense is constructed only when \"train\" is true, so its name"
                + " depends on a call argument. Construct it before the branch, name it with"
                + " named(...), or move it to @Setup.");
  }

  @Test
  void submodule_may_be_constructed_in_a_method_that_is_called_in_a_branch() {
    var compilation =
        Compile.example(
            """
            @Module record ADef(int depth) {
              @Compact Array call(Array x, boolean train) {
                if (train) { x = outer(x); }
                for (int i = 0; i < x.item(); i++) { x = outer(x); }
                return inner(x);
              }
              private Array outer(Array x) { return inner(x); }
              private Array inner(Array x) { return Dense.of(8).call(x); }
            }
            """);

    assertThat(Compile.diagnostics(compilation))
        .containsExactly(
            "3: [SubmoduleInBranch] Dense, constructed in outer, is made only when \"train\" is"
                + " true, so its name depends on a call argument. Construct it before the branch,"
                + " name it with named(...), or move it to @Setup.",
            "4: [SubmoduleInLoop] Dense, constructed in outer, is made in each iteration of "
                + "a loop that depends on \"x\", so the number of submodules depends on a call "
                + "argument. Construct it before the loop, or let a component determine the "
                + "number.");
  }

  private static List<String> conditions(List<String> messages) {
    return messages.stream()
        .map(message -> message.replaceAll(".*only when (.*), so its name.*", "$1"))
        .toList();
  }
}
