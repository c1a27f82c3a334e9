package io.cambric.nn.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleWriterTest {

  private final StringWriter text = new StringWriter();
  private final ConsoleWriter writer = ConsoleWriter.of(new PrintWriter(text));

  private static Map<String, Double> losses(double loss, double rate) {
    var values = new LinkedHashMap<String, Double>();
    values.put("loss", loss);
    values.put("rate", rate);
    return values;
  }

  @Test
  void each_step_is_a_line_with_columns_below_one_another() {
    writer.writeScalars(1, losses(12.5, 0.001));
    writer.writeScalars(1000, losses(0.25, 3e-4));
    writer.writeScalars(1000000, losses(Double.NaN, 0));

    assertThat(text.toString().lines())
        .containsExactly(
            "step      1  loss 12.5000  rate 0.0010",
            "step   1000  loss  0.2500  rate 3.0000e-04",
            "step 1000000  loss     NaN  rate     0.0000");
  }

  @Test
  void texts_and_hyperparameters_have_lines_of_their_own() {
    writer.writeHyperparameters(Map.of("rate", 0.1));
    writer.writeTexts(3, Map.of("sample", "To be"));
    writer.close();

    assertThat(text.toString().lines()).containsExactly("rate: 0.1", "step      3  sample: To be");
  }
}
