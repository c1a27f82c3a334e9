package io.cambric.examples.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.data.preprocess.TableColumns;
import io.cambric.nn.training.RocAuc;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TabularExampleTest {

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return TabularExample.COMMAND
        .commandLine()
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .setExecutionExceptionHandler((failure, command, _) -> {
          command.getErr().println(failure.getMessage());
          return 1;
        })
        .execute(arguments);
  }

  private int train(String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "--model=" + folder.resolve("model"),
                "--report=" + folder.resolve("report.html"),
                "--picture=" + folder.resolve("roc.svg")));
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private double last(String name) {
    var line = output.toString().lines().toList().getLast();
    assertThat(line).startsWith(name + ": ");
    return Double.parseDouble(line.substring(name.length() + 2));
  }

  @Test
  void a_model_of_generated_rows_finds_defaults_and_predicts_new_rows() throws Exception {
    assertThat(train("--rows=3000", "--epochs=12")).isZero();

    assertThat(last("test AUC")).isGreaterThan(0.68);
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<h1>Tabular</h1>", "Confusion", "validation/auc", "ROC curve of");
    assertThat(Files.readString(folder.resolve("roc.svg")))
        .contains(
            "ROC curve of &quot;yes&quot; on the test part", "chance\nfalse positive rate 1: 1");

    var rows =
        Files.writeString(
            folder.resolve("new.csv"),
            """
            region,age,income,years_employed,amount,debt,housing,purpose
            moon,22,,0.2,40000,20000,rent,business
            east,45,60000,12,3000,,own,repairs
            """);
    var predictions = folder.resolve("predictions.csv");
    assertThat(
            run(
                "predict",
                "--model=" + folder.resolve("model"),
                "--out=" + predictions,
                rows.toString()))
        .isZero();
    assertThat(Files.readAllLines(predictions))
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("prediction,probability of no,probability of yes"),
            line -> assertThat(line).matches("yes,0\\.\\d{4},0\\.\\d{4}"),
            line -> assertThat(line).matches("no,0\\.\\d{4},0\\.\\d{4}"));
    assertThat(output.toString()).contains("cells of unknown categories: 1");
  }

  @Test
  void a_saved_model_predicts_as_the_trained_one() throws Exception {
    var table = CreditData.of(400, 2).table();
    var parts = TableParts.of(table, TableColumns.automatic().withTarget("default"), 1);
    var training = new TabularTraining(parts, 1, 1, 8);
    training.plan().run();

    training.best().save(folder.resolve("model"));
    var loaded = SavedModel.load(folder.resolve("model"));

    assertThat(loaded.preprocessing()).isEqualTo(parts.preprocessing());
    assertThat(loaded.probabilities(table).toFloats())
        .isEqualTo(training.best().probabilities(table).toFloats());
  }

  @Test
  void a_table_of_three_classes_ends_with_the_accuracy() throws Exception {
    var csv = new StringBuilder("x,y,kind\n");
    var random = new Random(1);
    for (int i = 0; i < 600; i++) {
      double x = random.nextGaussian();
      double y = random.nextGaussian();
      var kind = x > 0.3 ? "right" : y > 0 ? "up" : "down";
      csv.append(String.format(Locale.ROOT, "%.3f,%.3f,%s%n", x, y, kind));
    }
    var data = Files.writeString(folder.resolve("points.csv"), csv);

    assertThat(train("--data=" + data, "--target=kind", "--epochs=30")).isZero();

    assertThat(last("test accuracy")).isGreaterThan(0.85);
  }

  @Test
  void columns_of_identities_and_dates_are_named_and_ignored_on_demand() throws Exception {
    var csv = new StringBuilder("customer,since,x,kind\n");
    var random = new Random(1);
    for (int i = 0; i < 200; i++) {
      double x = random.nextGaussian();
      csv.append(
          String.format(
              Locale.ROOT,
              "%d,2025-%02d-01,%.3f,%s%n",
              70_001 + i,
              1 + random.nextInt(12),
              x,
              x > 0 ? "up" : "down"));
    }
    var data = Files.writeString(folder.resolve("customers.csv"), csv);

    assertThat(train("--data=" + data, "--target=kind", "--epochs=1")).isZero();
    assertThat(output.toString().lines())
        .contains(
            "numbers: [customer, x]",
            "dates: [since]",
            "each cell of [customer] is different, as in an identifier: --ignore customer "
                + "leaves it out");

    output.getBuffer().setLength(0);
    assertThat(train("--data=" + data, "--target=kind", "--epochs=1", "--ignore=customer"))
        .isZero();
    assertThat(output.toString()).contains("numbers: [x]").doesNotContain("register");
  }

  @Test
  void a_folder_without_a_model_is_refused() throws Exception {
    var rows = Files.writeString(folder.resolve("new.csv"), "age\n3\n");

    assertThat(run("predict", "--model=" + folder, rows.toString())).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo(
            "The folder %s must contain a model, but has no model.json. Train one with ./run tabular --model %s.%n"
                .formatted(folder, folder));
  }

  @Test
  void the_area_under_the_curve_is_that_of_the_metric() {
    var random = new Random(3);
    int n = 500;
    var scores = new float[2 * n];
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = random.nextInt(4) == 0 ? 1 : 0;
      scores[2 * i + 1] = (float) Math.clamp(0.5 + 0.2 * (labels[i] + random.nextGaussian()), 0, 1);
      scores[2 * i] = 1 - scores[2 * i + 1];
    }
    var probabilities = NdArray.of(Shape.of(n, 2), scores);
    var classes = NdArray.ofInts(Shape.of(n), labels);

    var curve = RocCurve.of(probabilities, classes);
    double area = 0;
    for (int i = 1; i < curve.truePositives().size(); i++) {
      area +=
          (curve.falsePositives().get(i) - curve.falsePositives().get(i - 1))
              * (curve.truePositives().get(i) + curve.truePositives().get(i - 1))
              / 2;
    }

    assertThat(area)
        .isCloseTo(
            RocAuc.empty().update(probabilities.get(":, 1"), classes).compute().item(),
            within(2e-3));
  }

  @Test
  void generated_rows_are_the_same_for_a_seed() {
    assertThat(CreditData.of(50, 7)).isEqualTo(CreditData.of(50, 7));
    assertThat(CreditData.of(2, 7).table().toCsv())
        .isEqualTo(
            """
            age,income,years_employed,amount,debt,housing,purpose,region,default
            49,47369,6.1,12195,18559,own,travel,north,no
            60,46750,14.2,22722,34179,mortgage,repairs,lakes,no
            """);
  }
}
