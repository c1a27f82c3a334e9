package io.cambric.conformance.jax;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.conformance.format.GoldenFolder;
import io.cambric.conformance.library.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromotionTablesTest {

  @TempDir private Path folder;

  @Test
  void an_unknown_dtype_or_function_is_missing_by_its_name_and_the_others_are_compared()
      throws IOException {
    Files.writeString(
        folder.resolve("tables.json"),
        """
        {"expressions": {"jnp.asarray(1j)": "complex64*", "jnp.asarray(1.0)": "float32*",
                         "jnp.no_such_function(1)": "float32"},
         "unary_result_dtypes": {"sum": {"complex64": "complex64", "int8": "int16"}},
         "binary_result_dtypes": {"add": {"float32": {"complex64": "complex64", "int8": "float32"}}},
         "cases": []}
        """);

    var outcomes =
        new PromotionTables(new Library()).compare(GoldenFolder.families(folder).getFirst());

    assertThat(outcomes.missing())
        .isEqualTo(
            Map.of(
                "jnp.asarray(1j)", Set.of("dtype:complex64"),
                "jnp.no_such_function(1)", Set.of("fn:jnp.no_such_function"),
                "jnp.sum(x)", Set.of("dtype:complex64"),
                "jnp.add(x, y)", Set.of("dtype:complex64")));
    assertThat(outcomes.differences())
        .isEqualTo(Map.of("jnp.sum(x)", List.of("expected int16 but was int32 x=i8[2]")));
  }
}
