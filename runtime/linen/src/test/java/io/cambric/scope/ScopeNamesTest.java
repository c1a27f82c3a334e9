package io.cambric.scope;

import static io.cambric.scope.ScopeSamples.ALL;
import static io.cambric.scope.ScopeSamples.NONE;
import static io.cambric.scope.ScopeSamples.ONE;
import static io.cambric.scope.ScopeSamples.scope;
import static io.cambric.scope.ScopeSamples.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.cambric.errors.InvalidNameException;
import io.cambric.errors.NameInUseException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Names in a scope: allowed ones, clashes, and paths. */
class ScopeNamesTest {

  static Stream<Arguments> uses() {
    return Stream.of(
        arguments("a submodule", use(Scope::push)),
        arguments("a variable", use((scope, name) -> zeros(scope, name, 1))),
        arguments("a variable", use((scope, name) -> scope.variable("state", name, () -> ONE))),
        arguments("a collection", use((scope, name) -> scope.variable(name, "mean", () -> ONE))),
        arguments("a variable", use((scope, name) -> scope.putVariable("state", name, ONE))),
        arguments("a variable", use((scope, name) -> scope.sow("sown", name, ONE))),
        arguments("a collection", use((scope, name) -> scope.sow(name, "h", ONE))),
        arguments("a variable", use((scope, name) -> scope.perturb("perturbations", name, ONE))));
  }

  private static BiConsumer<Scope, String> use(BiConsumer<Scope, String> use) {
    return use;
  }

  @ParameterizedTest
  @MethodSource("uses")
  void names_that_cannot_stand_in_a_path_are_refused(String what, BiConsumer<Scope, String> use) {
    for (var mutable : List.of(ALL, NONE)) {
      for (var name : List.of("", what.equals("a variable") ? "a//b" : "a/b")) {
        var scope = scope(Variables.of(Params.of("w", ONE)), mutable);
        assertThatExceptionOfType(InvalidNameException.class)
            .isThrownBy(() -> use.accept(scope, name))
            .withMessageStartingWith("The name of " + what + " needs at least one character");
      }
    }
  }

  @Test
  void names_clash_between_children_and_variables_of_any_collection() {
    var scope = scope(Variables.empty(), ALL);
    scope.push("a");
    zeros(scope, "b", 1);

    assertThatExceptionOfType(NameInUseException.class).isThrownBy(() -> scope.push("a"));
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> scope.variable("cache", "a", () -> ONE));
    assertThatExceptionOfType(NameInUseException.class).isThrownBy(() -> scope.push("b"));
  }

  @Test
  void names_of_variables_clash_only_within_their_collection() {
    var scope = scope(Variables.empty(), ALL);
    zeros(scope, "mean", 1);
    scope.variable("batch_stats", "mean", () -> ONE);

    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> zeros(scope, "mean", 1))
        .withMessageMatching(
            "Parameter \"mean\" in scope \"/\" at \\S+ has a name that is already used in "
                + "this scope\\. Each submodule and each variable of a collection needs a unique "
                + "name: rename one of them, or reuse the existing one\\.");
    assertThatExceptionOfType(NameInUseException.class)
        .isThrownBy(() -> scope.variable("batch_stats", "mean", () -> ONE));
  }

  @Test
  void free_name_is_the_first_that_is_not_taken() {
    var scope = scope(Variables.empty(), ALL);
    scope.push("layer_0");
    scope.push("layer_2");

    assertThat(scope.freeName("layer_")).isEqualTo("layer_1");
  }

  @Test
  void path_reads_from_the_root() {
    var scope = scope(Variables.empty(), NONE);
    var inner = scope.push("encoder").push("Dense_0");

    assertThat(scope.pathText()).isEqualTo("/");
    assertThat(inner.path()).containsExactly("encoder", "Dense_0");
    assertThat(inner.pathText()).isEqualTo("/encoder/Dense_0");
  }
}
