package io.cambric.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts of {@code @Example}, and the mistakes in them. */
class ExampleTextsTest {

  private static final String BODY =
      " @Module record NetDef(int n) { @Compact Array call(Array x, boolean t) { return x; }"
          + " Array encode(Array x) { return x; } private void own() {} }";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f32[2, 784]",
        "f32[]",
        "bool[1]",
        "u8[ 3 ,4 ]",
        " bf16 [7] ",
        "i32[0]",
        "f32[999999999]",
      })
  void array_is_a_dtype_and_sizes(String text) {
    assertThat(reported("module = \"Net.of(3)\", in = {\"%s\", \"true\"}".formatted(text)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "f32[2 784]|at character 7 a comma or ] was expected",
        "f32[2, 784|at character 11 a comma or ] was expected",
        "f32[2,]|at character 7 a size was expected",
        "f32[,2]|at character 5 a size was expected",
        "f32[-1]|at character 5 a size was expected",
        "f32[batch, 3]|at character 5 a size was expected",
        "f32[2, 1234567890]|at character 8 the size is too large",
        "f32[2] x|at character 8 the end of the text was expected",
        "float32[2]|at character 1 one of bool, u8, u16, u32, u64, i8, i16, i32, i64, bf16, f16,"
            + " f32, f64 was expected",
      })
  void text_that_is_no_array_is_reported_at_its_character(String text, String mistake) {
    var mend = ". Write a dtype and sizes, as in f32[2, 784].";

    assertThat(reported("module = \"Net.of(3)\", in = {\"%s\", \"true\"}".formatted(text)))
        .containsExactly(
            "1: [ExampleInvalid] @Example of NetDef: \""
                + text
                + "\" is no array: "
                + mistake
                + mend);
    assertThat(
            reported(
                "module = \"Net.of(3)\", in = {\"f32[2]\", \"true\"}, out = \"%s\""
                    .formatted(text)))
        .containsExactly(
            "1: [ExampleInvalid] @Example of NetDef: \""
                + text
                + "\" is no array: "
                + mistake
                + mend);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "module = \"\", in = {\"f32[2]\", \"true\"}|@Example of NetDef makes no module. Write a"
            + " Java expression, such as Net.of().",
        "module = \"Net.of(3)\"|@Example of NetDef has 0 texts in its \"in\", but calls call(x, t)."
            + " Write a text for each parameter.",
        "module = \"Net.of(3)\", in = \"f32[2]\"|@Example of NetDef has 1 text in its \"in\", but"
            + " calls call(x, t). Write a text for each parameter.",
        "module = \"Net.of(3)\", in = {\"f32[2]\", \" \"}|@Example of NetDef has an empty text for"
            + " t of call(x, t). Write an array, as in f32[2, 784], or a Java expression.",
        "module = \"Net.of(3)\", in = {\"f32[2]\", \"f32[3]\"}|@Example of NetDef has the array"
            + " \"f32[3]\" for t of call(x, t), which is boolean. Write a Java expression.",
        "module = \"Net.of(3)\", method = \"encod\", in = \"f32[2]\"|NetDef has no method \"encod\""
            + " for its @Example. Did you mean \"encode\"?",
        "module = \"Net.of(3)\", method = \"own\"|NetDef has no method \"own\" for its @Example."
            + " Name a method that is neither private nor static.",
      })
  void example_that_calls_nothing_is_reported(String example, String message) {
    assertThat(reported(example)).containsExactly("1: [ExampleInvalid] " + message);
  }

  @Test
  void each_example_is_checked() {
    var code =
        """
        @Example(module = "Net.of()", in = "f32[2")
        @Example(module = "Net.of()", in = "f32[2]")
        @Example(module = "Net.of()")
        @Module record NetDef() { Array call(Array x) { return x; } }
        """;

    assertThat(Compile.diagnostics(Compile.example(code)))
        .extracting(message -> message.replaceFirst("^\\d+: ", ""))
        .containsExactlyInAnyOrder(
            "[ExampleInvalid] @Example of NetDef: \"f32[2\" is no array: at character 6 a comma or"
                + " ] was expected. Write a dtype and sizes, as in f32[2, 784].",
            "[ExampleInvalid] @Example of NetDef has 0 texts in its \"in\", but calls call(x)."
                + " Write a text for each parameter.");
  }

  @Test
  void overloads_are_chosen_by_their_number_of_parameters() {
    var code =
        """
        @Module
        @Example(module = "Net.of()", in = "f32[2]")
        @Example(module = "Net.of()", in = {"f32[2]", "3"})
        @Example(module = "Net.of()", in = {"f32[2]", "3", "4"})
        record NetDef() {
          Array call(Array x) { return x; }
          Array call(Array x, int n) { return x; }
        }
        """;

    assertThat(Compile.diagnostics(Compile.example(code)))
        .extracting(message -> message.replaceFirst("^\\d+: ", ""))
        .containsExactly(
            "[ExampleInvalid] @Example of NetDef has 3 texts in its \"in\", but calls call(x) or"
                + " call(x, n). Write a text for each parameter.");
  }

  @Test
  void example_on_a_type_that_is_no_definition_is_reported() {
    assertThat(
            Compile.diagnostics(Compile.example("@Example(module = \"new Net()\") class Net {}")))
        .containsExactly(
            "1: [ExampleInvalid] @Example is on Net, which is no definition. Annotate Net with"
                + " @Module, or remove @Example.");
  }

  @Test
  void severity_is_an_option() {
    var code = "@Example(module = \"\", in = {\"f32[2]\", \"true\"})" + BODY;

    var compilation = Compile.example(code, "-Acambric.severity.ExampleInvalid=off");

    assertThat(Compile.everything(compilation)).isEmpty();
  }

  private static Iterable<String> reported(String example) {
    return Compile.diagnostics(Compile.example("@Example(" + example + ")" + BODY));
  }
}
