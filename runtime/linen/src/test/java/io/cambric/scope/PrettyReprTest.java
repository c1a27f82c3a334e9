package io.cambric.scope;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Texts of frozen dictionaries, as Flax 0.12.8 prints them. */
class PrettyReprTest {

  @Test
  void values_are_in_the_notation_of_python() {
    var entries = new LinkedHashMap<String, Object>();
    entries.put("a", 1e-5);
    entries.put("b", 1e16);
    entries.put("c", "it's");
    entries.put("d", Arrays.asList(1.0, null, -0.0, 123456.789, 1.5e-7));
    var inner = new LinkedHashMap<String, Object>();
    inner.put("f", true);
    inner.put("g", Map.of());
    entries.put("e", inner);
    entries.put("h", Double.POSITIVE_INFINITY);
    entries.put("i", 1e-4);
    entries.put("j", "a\"\n\\");

    assertThat(Params.of(entries).prettyRepr())
        .isEqualTo(
            """
            FrozenDict({
                a: 1e-05,
                b: 1e+16,
                c: "it's",
                d: [1.0, None, -0.0, 123456.789, 1.5e-07],
                e: {
                    f: True,
                    g: {},
                },
                h: inf,
                i: 0.0001,
                j: 'a"\\n\\\\',
            })\
            """);
  }

  @Test
  void levels_are_indented_by_the_given_number_of_spaces() {
    assertThat(Variables.of("a", Params.of("b", 1)).prettyRepr(2))
        .isEqualTo("FrozenDict({\n  a: {\n    b: 1,\n  },\n})");
    assertThat(Variables.empty().prettyRepr()).isEqualTo("FrozenDict({})");
  }
}
