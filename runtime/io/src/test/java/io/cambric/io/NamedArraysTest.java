package io.cambric.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedArraysTest {

  @Test
  void a_filter_keeps_some_names_in_their_order_and_hides_the_others() {
    var arrays = new LinkedHashMap<String, NdArray>();
    arrays.put("b.x", NdArray.of(Shape.of(2), 1, 2));
    arrays.put("a", NdArray.of(Shape.of(1), 3));
    arrays.put("b.a", NdArray.of(Shape.of(1), 4));

    var kept = NamedArrays.of(arrays).filter(name -> name.startsWith("b."));

    assertThat(kept.names()).containsExactly("b.x", "b.a");
    assertThat(kept.aval("b.x").shape()).isEqualTo(Shape.of(2));
    assertThat(kept.get("b.a")).isSameAs(arrays.get("b.a"));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> kept.get("a"))
        .withMessageContaining(
            "There is no array named \"a\" among the 2 arrays. names() lists them.");
    assertThatExceptionOfType(DataException.class).isThrownBy(() -> kept.aval("a"));
  }

  @Test
  void the_arrays_below_a_prefix_have_the_rest_of_their_names() {
    var arrays = new LinkedHashMap<String, NdArray>();
    arrays.put("state_dict.w", NdArray.of(Shape.of(2), 1, 2));
    arrays.put("epoch", NdArray.of(Shape.of(1), 3));
    arrays.put("state_dict.model.b", NdArray.of(Shape.of(1), 4));

    var below = NamedArrays.of(arrays).below("state_dict.");

    assertThat(below.names()).containsExactly("w", "model.b");
    assertThat(below.aval("w").shape()).isEqualTo(Shape.of(2));
    assertThat(below.below("model.").get("b")).isSameAs(arrays.get("state_dict.model.b"));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> below.get("epoch"))
        .withMessageContaining(
            "There is no array named \"epoch\" among the 2 arrays. names() lists them.");
  }

  @Test
  void a_prefix_of_no_name_is_refused_with_the_names_that_there_are() {
    var arrays = NamedArrays.of(Map.of("model.w", NdArray.of(Shape.of(1), 1)));

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> arrays.below("state_dict."))
        .withMessage(
            "No array has a name that begins with \"state_dict.\"; the names are [\"model.w\"]. "
                + "Pass the beginning of some of them, with its separator.");
  }
}
