package io.cambric.scope;

import static io.cambric.scope.ScopeSamples.ALL;
import static io.cambric.scope.ScopeSamples.ONE;
import static io.cambric.scope.ScopeSamples.scope;
import static io.cambric.scope.ScopeSamples.zeros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.core.Array;
import io.cambric.errors.InvalidScopeException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.ParamShapeException;
import io.cambric.numpy.Key;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** The calls of init and apply on functions of a scope. */
class ScopeTest {

  @Test
  void init_is_apply_on_nothing_with_everything_mutable() {
    var flags = new ArrayList<Boolean>();
    var made =
        Scopes.init(
            Key.of(0),
            scope -> {
              flags.add(scope.isInitializing());
              return zeros(scope.push("Dense_0"), "bias", 2);
            });
    var applied =
        Scopes.apply(
            Variables.empty(),
            ALL,
            Rngs.of(Key.of(0)),
            scope -> {
              flags.add(scope.isInitializing());
              return zeros(scope.push("Dense_0"), "bias", 2);
            });

    assertThat(made.params().paths()).containsExactly("Dense_0/bias");
    assertThat(applied.variables().params().paths()).containsExactly("Dense_0/bias");
    assertThat(flags).containsExactly(true, false);
  }

  @Test
  void all_mutable_collections_are_returned_and_none_is_invented() {
    var given =
        Variables.of(Params.of("w", ONE))
            .with("batch_stats", Params.of("mean", ONE))
            .with("cache", Params.of("index", ONE));

    var result =
        Scopes.apply(given, CollectionFilter.of("batch_stats", "other"), Rngs.none(), _ -> ONE);

    assertThat(result.variables().names()).containsExactly("batch_stats");
    assertThat(result.variables().collection("batch_stats").get("mean")).isSameAs(ONE);
  }

  @Test
  void variables_are_returned_in_the_order_of_creation() {
    var made =
        Scopes.init(
            Key.of(0),
            scope -> {
              zeros(scope, "kernel", 1);
              return zeros(scope, "bias", 1);
            });

    assertThat(made.params().entries().keySet()).containsExactly("kernel", "bias");
  }

  @Test
  void functional_child_reuses_its_variables_from_call_to_call() {
    var scope = scope(Variables.empty(), ALL);
    var child = scope.<Integer, Array>child("dense", (inner, size) -> zeros(inner, "w", size));

    assertThat(child.apply(2)).isSameAs(child.apply(2));
    assertThatExceptionOfType(ParamShapeException.class).isThrownBy(() -> child.apply(3));
  }

  @Test
  void scope_refuses_to_be_used_after_its_call() {
    var escaped = new ArrayList<Scope>();
    Scopes.init(Key.of(0), scope -> escaped.add(scope.push("Dense_0")));
    var scope = escaped.getFirst();

    assertThatExceptionOfType(InvalidScopeException.class)
        .isThrownBy(() -> scope.makeRng("params"))
        .withMessageMatching(
            "Scope \"/Dense_0\" was used at \\S+ after its init or apply had returned\\. "
                + "Return arrays from the function, not modules or scopes\\. For a module that "
                + "stays valid, use bind\\.");
    assertThatExceptionOfType(InvalidScopeException.class).isThrownBy(() -> scope.push("a"));
    assertThatExceptionOfType(InvalidScopeException.class)
        .isThrownBy(() -> scope.putVariable("cache", "x", ONE));
    assertThatExceptionOfType(InvalidScopeException.class).isThrownBy(scope::rewound);
  }

  @Test
  void all_variables_in_place_of_params_are_refused() {
    var nested = Variables.of(Params.of("params", Params.of("w", ONE)));

    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Scopes.apply(nested, _ -> ONE))
        .withMessage(
            "The collection \"params\" has an entry \"params\" among [params]. Probably all "
                + "variables were passed as one collection: pass the result of init, or "
                + "Variables.of(params).");
  }

  @Test
  void unused_variables_are_ignored() {
    var given =
        Variables.of(Params.of("w", ONE).with("unused", ONE)).with("more", Params.of("x", ONE));

    Array w = Scopes.apply(given, scope -> zeros(scope, "w", 1));

    assertThat(w).isSameAs(ONE);
  }
}
