package io.cambric.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.conformance.report.NotYetSupported;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeaturesTest {

  private final Features features = new Features();

  @Test
  void what_is_listed_as_not_yet_supported_does_not_exist() {
    assertThat(NotYetSupported.load().lines())
        .filteredOn(features::exists)
        .as("features that exist: take them off not-yet-supported.txt")
        .isEmpty();
  }

  @Test
  void the_list_is_sorted_and_names_each_feature_once() {
    assertThat(NotYetSupported.load().lines()).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fn:jnp.sin",
        "fn:lax.conv_general_dilated",
        "fn:random.normal",
        "param:jnp.sum.keepdims",
        "param:lax.dot_general.dimension_numbers",
        "args:jnp.sum/1+axis",
        "index:array",
        "family:call",
        "dtype:bfloat16",
        "mode:x64"
      })
  void what_the_library_has_exists(String feature) {
    assertThat(features.exists(feature)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fn:jnp.no_such_function",
        "fn:no_such_module.sin",
        "param:jnp.sin.no_such_parameter",
        "args:jnp.sin/3",
        "index:no_such_index",
        "family:no_such_family",
        "dtype:complex64",
        "mode:x32"
      })
  void what_the_library_lacks_does_not_exist(String feature) {
    assertThat(features.exists(feature)).isFalse();
  }
}
