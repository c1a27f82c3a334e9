package io.cambric.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.CollectionNotFoundException;
import io.cambric.errors.InvalidFilterException;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.tree.Trees;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VariablesTest {

  private static final NdArray ONE = NdArray.of(Shape.of(1), 1);

  private static final Variables BOTH =
      Variables.of(Params.of("w", ONE)).with("batch_stats", Params.of("mean", ONE));

  @Test
  void collections_are_found_by_name() {
    assertThat(BOTH.params().get("w")).isSameAs(ONE);
    assertThat(BOTH.collection("batch_stats").get("mean")).isSameAs(ONE);
    assertThat(BOTH.names()).containsExactly("params", "batch_stats");
    assertThat(Variables.empty().params()).isEqualTo(Params.empty());
  }

  @Test
  void missing_collection_is_named_with_the_nearest() {
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> BOTH.collection("batchstats"))
        .withMessage(
            "There is no collection \"batchstats\"; the collections are [params, "
                + "batch_stats]. Did you mean \"batch_stats\"?");
  }

  @Test
  void structure_sorts_the_collections() {
    assertThat(Trees.structure(BOTH).paths()).containsExactly("batch_stats/mean", "params/w");
    assertThat(Trees.map(BOTH, leaf -> leaf)).isEqualTo(BOTH);
  }

  @Test
  void with_variables_replaces_whole_collections() {
    var updates = Variables.of("batch_stats", Params.of("var", ONE));

    assertThat(BOTH.with(updates).collection("batch_stats").paths()).containsExactly("var");
    assertThat(BOTH.without("batch_stats").names()).containsExactly("params");
    assertThat(BOTH.only(CollectionFilter.of("batch_stats")).names())
        .containsExactly("batch_stats");
  }

  @Test
  void array_in_place_of_a_collection_is_refused() {
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Variables.of(Map.of("params", ONE)))
        .withMessageStartingWith(
            "Variables map names of collections to nested values, but \"params\" is f32[1]");
  }

  @Test
  void name_of_a_module_in_place_of_a_collection_is_reported_with_its_collection() {
    assertThatExceptionOfType(CollectionNotFoundException.class)
        .isThrownBy(() -> BOTH.collection("mean"))
        .withMessage(
            "There is no collection \"mean\"; the collections are [params, batch_stats]. "
                + "\"mean\" is in \"batch_stats\": get it with collection(\"batch_stats\").");
  }

  @Test
  void collections_need_names_that_can_stand_in_paths() {
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> BOTH.with("", Params.empty()))
        .withMessageStartingWith("The name of a collection needs at least one character");
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Variables.of(Map.of("a/b", Params.of("w", ONE))));
    assertThatExceptionOfType(InvalidFilterException.class)
        .isThrownBy(() -> CollectionFilter.of("params", ""))
        .withMessage(
            "A filter needs names of collections, but got [params, \"\"]. Use "
                + "CollectionFilter.all(), none(), of(names) or deny(filter).");
  }
}
