package io.cambric.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
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
            "There is no such thing as an array at \"Dense_0/kernal\": \"/Dense_0\" has [kernel,"
                + " bias]. Did you mean \"kernel\"?");
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
            "Variables need strings as names, but came 1. Name modules and variables by strings.");
    var missing = new LinkedHashMap<String, Object>();
    missing.put("kernel", null);
    assertThatExceptionOfType(InvalidVariablesException.class)
        .isThrownBy(() -> Params.of(missing))
        .withMessage(
            "Variables need a value for each name, but \"kernel\" has none. Leave the name out.");
  }
}
