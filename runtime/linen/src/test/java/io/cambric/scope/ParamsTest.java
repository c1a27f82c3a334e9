package io.cambric.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.InvalidNameException;
import io.cambric.errors.InvalidVariablesException;
import io.cambric.errors.VariableNotFoundException;
import io.cambric.tree.Trees;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParamsTest {

  private static final NdArray KERNEL = NdArray.of(Shape.of(2, 1), 1, 2);
  private static final NdArray BIAS = NdArray.of(Shape.of(1), 3);

  private static Params dense() {
    return Params.empty()
        .with(List.of("Dense_0", "kernel"), KERNEL)
        .with(List.of("Dense_0", "bias"), BIAS);
  }

  @Test
  void leaves_are_in_the_order_of_sorted_names() {
    assertThat(Trees.leaves(dense())).containsExactly(BIAS, KERNEL);
    assertThat(dense().paths()).containsExactly("Dense_0/bias", "Dense_0/kernel");
  }

  @Test
  void text_is_in_the_order_of_creation() {
    assertThat(dense().with("scale", List.of(BIAS)).toText())
        .isEqualTo(
            """
            {
              Dense_0: {
                kernel: f32[2,1]
                bias: f32[1]
              }
              scale: [f32[1]]
            }\
            """);
    assertThat(Params.empty().toText()).isEqualTo("{}");
  }

  @Test
  void order_of_creation_is_no_part_of_the_structure_but_stays_when_mapped() {
    var other =
        Params.empty()
            .with(List.of("Dense_0", "bias"), BIAS)
            .with(List.of("Dense_0", "kernel"), KERNEL);

    assertThat(Trees.structure(other)).isEqualTo(Trees.structure(dense()));
    assertThat(Trees.structure(other)).hasSameHashCodeAs(Trees.structure(dense()));
    assertThat(dense().map(leaf -> leaf).at("Dense_0").entries().keySet())
        .containsExactly("kernel", "bias");
  }

  @Test
  void map_with_path_pairs_each_array_with_its_path() {
    var masked = dense().mapWithPath((path, leaf) -> path.endsWith("bias") ? KERNEL : leaf);

    assertThat(masked.get("Dense_0", "bias")).isSameAs(KERNEL);
    assertThat(masked.get("Dense_0", "kernel")).isSameAs(KERNEL);
  }

  @Test
  void flattened_form_is_made_once() {
    var params = dense();

    assertThat(params.flat()).isSameAs(params.flat());
    assertThat(params.elementCount()).isEqualTo(3);
  }

  @Test
  void with_and_without_leave_the_original_alone() {
    var params = dense();

    assertThat(params.without("Dense_0", "bias").paths()).containsExactly("Dense_0/kernel");
    assertThat(params.without("Dense_0")).isEqualTo(Params.empty());
    assertThat(params.without("nothing")).isSameAs(params);
    assertThat(params.paths()).hasSize(2);
  }

  @Test
  void nested_maps_become_nested_params() {
    assertThat(Params.of(Map.of("Dense_0", Map.of("bias", BIAS))).get("Dense_0", "bias"))
        .isSameAs(BIAS);
  }

  @Test
  void missing_value_is_named_with_what_is_there_and_the_nearest_name() {
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> dense().get("Dense_0", "kernal"))
        .withMessage(
            "There is no array at \"Dense_0/kernal\": \"/Dense_0\" has [kernel, bias]. Did "
                + "you mean \"kernel\"?");
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> dense().at("dense_0", "kernel"))
        .withMessageContaining("\"/\" has [Dense_0]. Did you mean \"Dense_0\"?");
  }

  @Test
  void names_that_are_no_strings_and_values_that_are_null_are_refused() {
    var byNumber = new LinkedHashMap<Object, Object>();
    byNumber.put(1, BIAS);
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Params.of("a", byNumber))
        .withMessage(
            "Variables need strings as names, but got 1. Name modules and variables with strings.");
    var missing = new LinkedHashMap<String, Object>();
    missing.put("kernel", null);
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Params.of(missing))
        .withMessage(
            "Variables need a value for each name, but \"kernel\" has none. Leave the name out.");
  }

  @Test
  void a_subtree_in_place_of_an_array_is_reported_with_its_leaves_and_the_method_that_gives_it() {
    var params = dense().with(List.of("Dense_1", "kernel"), KERNEL);

    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> params.get("Dense_0"))
        .withMessage(
            "get(\"Dense_0\") needs an array there, but \"Dense_0\" is a subtree of the leaves"
                + " [kernel, bias]. Take it with at(\"Dense_0\"), or a leaf, as in get(\"Dense_0\","
                + " \"kernel\").");
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(params::get)
        .withMessage(
            "get needs the names on the path to an array, but got none, and this is a "
                + "subtree of the leaves [Dense_0/kernel, Dense_0/bias, Dense_1/kernel]. Give "
                + "names, as in get(\"Dense_0\", \"kernel\").");
  }

  @Test
  void of_a_large_subtree_some_leaves_are_listed() {
    var params = Params.empty();
    for (int i = 0; i < 8; i++) {
      params = params.with(List.of("block", "w" + i), BIAS);
    }
    var large = params;

    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> large.get("block"))
        .withMessageContaining("[w0, w1, w2, w3, w4, w5 and 2 more]");
  }

  @Test
  void a_leaf_that_is_no_array_is_reported_with_its_type() {
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> Params.of("a", 3.0).get("a"))
        .withMessage(
            "get(\"a\") needs an array there, but \"a\" is a leaf of type Double. Read it with"
                + " find(\"a\"), or store an array.");
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> Params.of("sown", List.of(BIAS)).get("sown"))
        .withMessageStartingWith(
            "get(\"sown\") needs an array there, but \"sown\" is a list of 1.");
  }

  @Test
  void a_leaf_in_place_of_a_subtree_is_reported_with_the_method_that_reads_it() {
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> dense().at("Dense_0", "bias"))
        .withMessage(
            "at(\"Dense_0\", \"bias\") needs nested values there, but \"Dense_0/bias\" is the leaf"
                + " f32[1]. Read it with get(\"Dense_0\", \"bias\").");
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> dense().get("Dense_0", "bias", "value"))
        .withMessage(
            "There is no array at \"Dense_0/bias/value\": \"/Dense_0/bias\" is the leaf "
                + "f32[1], which has no children. Leave out the names after it.");
  }

  @Test
  void a_path_given_as_one_name_is_reported_name_by_name() {
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> dense().get("Dense_0/kernel"))
        .withMessage(
            "There is no array at \"Dense_0/kernel\": \"/\" has [Dense_0]. Pass the names "
                + "one by one: \"Dense_0\", \"kernel\".");
  }

  @Test
  void a_name_that_is_null_is_missing_like_any_other() {
    assertThatExceptionOfType(VariableNotFoundException.class)
        .isThrownBy(() -> Params.empty().get((String) null))
        .withMessage("There is no array at \"null\": \"/\" has [].");
  }

  @Test
  void a_value_needs_a_path_and_no_leaf_on_its_way() {
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> dense().with(List.of(), BIAS))
        .withMessage(
            "Params.with needs the names on the path to the value, but the path is empty. "
                + "Pass at least one name; Params.of(map) makes a whole collection.");
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> dense().with(List.of("Dense_0", "bias", "value"), BIAS))
        .withMessage(
            "Params.with needs nested values on the path to its place, but \"Dense_0/bias\" "
                + "is the leaf f32[1]. Remove it first with without(\"Dense_0\", \"bias\").");
    assertThat(dense().with("Dense_0", BIAS).paths()).containsExactly("Dense_0");
  }

  @Test
  void two_leaves_never_have_one_path() {
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> dense().with("Dense_0/kernel", BIAS))
        .withMessage(
            "Each value in a collection needs a different path, but \"Dense_0/kernel\" is "
                + "the name of one and the path of another. Pass the names one by one: "
                + "\"Dense_0\", \"kernel\".");
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Params.of("", BIAS))
        .withMessageEndingWith("Choose a name such as \"hidden\".");
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Params.of("a", Map.of("", BIAS)));
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> dense().with(List.of("", "kernel"), BIAS));
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> dense().with("Dense_0//scale", BIAS))
        .withMessageMatching(
            "The name of a value in a collection needs at least one character, also before "
                + "and after each slash, but got \"Dense_0//scale\" at \\S+\\. Rename it, as in "
                + "\"Dense_0__scale\".");
    assertThatExceptionOfType(InvalidNameException.class)
        .isThrownBy(() -> Params.of("a/b", Map.of("c", BIAS)))
        .withMessageStartingWith("The name of a nested collection needs at least one character");
  }

  @Test
  void the_name_of_a_value_may_be_a_path() {
    var params = dense().with("Dense_0/kernel/scale", BIAS);

    assertThat(params.get("Dense_0/kernel/scale")).isSameAs(BIAS);
    assertThat(params.paths())
        .containsExactly("Dense_0/bias", "Dense_0/kernel", "Dense_0/kernel/scale");
  }
}
