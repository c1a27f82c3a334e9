package io.cambric.examples.mnist;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.digits.DigitsData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on files of the form of MNIST, made from the digits of eight by eight pixels. */
class MnistExampleTest {

  private static final int SIDE = 8;
  private static final DigitsData DIGITS = DigitsData.builtIn();

  @TempDir private Path folder;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return MnistExample.COMMAND
        .commandLine()
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .setExecutionExceptionHandler((failure, command, _) -> {
          command.getErr().println(failure.getMessage());
          return 1;
        })
        .execute(arguments);
  }

  private void write(String part, int from, int count, int labels) throws IOException {
    var images = ByteBuffer.allocate(16 + count * SIDE * SIDE);
    images.putInt(0x803).putInt(count).putInt(SIDE).putInt(SIDE);
    var digits = ByteBuffer.allocate(8 + labels);
    digits.putInt(0x801).putInt(labels);
    for (int i = from; i < from + count; i++) {
      for (float pixel : DIGITS.pixels().get(i)) {
        images.put((byte) Math.round(pixel * 255));
      }
    }
    for (int i = from; i < from + labels; i++) {
      digits.put(DIGITS.labels().get(i).byteValue());
    }
    Files.write(folder.resolve(part + "-images-idx3-ubyte"), images.array());
    Files.write(folder.resolve(part + "-labels-idx1-ubyte"), digits.array());
  }

  private void write() throws IOException {
    write("train", 0, 600, 600);
    write("t10k", 600, 100, 100);
  }

  @Test
  void a_training_ends_with_the_accuracy_and_a_report() throws IOException {
    write();
    var report = folder.resolve("report.html");

    int status =
        run("--data", "" + folder, "--width", "8", "--epochs", "4", "--report", "" + report);

    assertThat(status).as(errors.toString()).isZero();
    var last = output.toString().lines().toList().getLast();
    assertThat(last).matches("test accuracy: 0\\.\\d{4}");
    assertThat(Double.parseDouble(last.substring("test accuracy: ".length()))).isGreaterThan(0.5);
    assertThat(Files.readString(report)).contains("<h1>MNIST</h1>");
  }

  @Test
  void a_missing_file_is_named() throws IOException {
    write();
    Files.delete(folder.resolve("t10k-labels-idx1-ubyte"));

    assertThat(run("--data", "" + folder)).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo(
            "The folder %s needs a file t10k-labels-idx1-ubyte or t10k-labels-idx1-ubyte.gz, but has neither. Pass --data with a folder of the four MNIST files.%n"
                .formatted(folder));
  }

  @Test
  void labels_have_to_fit_the_images() throws IOException {
    write("train", 0, 600, 599);
    write("t10k", 600, 100, 100);

    assertThat(run("--data", "" + folder)).isEqualTo(1);
    assertThat(errors.toString())
        .isEqualTo(
            "%s needs a label for each of the 600 images of %s, u8[600], but contains u8[599]. Use the label file.%n"
                .formatted(
                    folder.resolve("train-labels-idx1-ubyte"),
                    folder.resolve("train-images-idx3-ubyte")));
  }

  @Test
  void labels_of_more_classes_are_refused_before_the_first_step() throws IOException {
    write();
    var labels = folder.resolve("train-labels-idx1-ubyte");
    var bytes = Files.readAllBytes(labels);
    Arrays.fill(bytes, 8, bytes.length, (byte) 10);
    Files.write(labels, bytes);

    assertThat(run("--data", "" + folder, "--report", "" + folder.resolve("r.html"))).isEqualTo(1);
    assertThat(errors.toString())
        .startsWith("Training needs indices below 10 at DigitsExample.loss(DigitsExample.java:")
        .contains(", but the first batch has 10 in \"labels\".");
  }

  @Test
  void the_folder_has_to_be_given() {
    assertThat(run()).isEqualTo(2);
    assertThat(errors.toString()).startsWith("Missing required option: '--data=DIR'");
  }
}
