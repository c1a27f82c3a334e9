package io.cambric.examples.vae;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.examples.console.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaeCommandTest {

  @TempDir private Path folder;

  private CommandRun run(Object... arguments) {
    return CommandRun.of(new VaeCommand(), arguments);
  }

  @Test
  void a_training_ends_with_the_test_loss_a_report_and_a_picture() throws IOException {
    var report = folder.resolve("report.html");
    var picture = folder.resolve("samples.png");
    var run = run("--epochs", 10, "--report", report, "--picture", picture);

    assertThat(run.status()).as(run.errors()).isZero();
    var last = run.lines().getLast();
    assertThat(last).matches("test loss: \\d\\d\\.\\d\\d nats");
    assertThat(Double.parseDouble(last.split(" ")[2])).isLessThan(28);
    assertThat(Files.readString(report)).contains("<h1>Variational autoencoder</h1>", "<img");
    var image = ImageIO.read(picture.toFile());
    assertThat(image.getWidth()).isEqualTo(16 * 33);
    assertThat(image.getHeight()).isEqualTo(6 * 33);
  }

  @Test
  void an_option_out_of_its_range_is_refused_before_the_training() {
    var run = run("--latents", 0, "--report", folder.resolve("r.html"));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors())
        .startsWith(
            "Invalid value for option '--latents': needs a whole number from 1 to 256, but got 0.");
    assertThat(folder).isEmptyDirectory();
  }
}
