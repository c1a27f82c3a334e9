package io.cambric.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.testing.Sampled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code ./run jshell}, in a process of its own. */
@Sampled
class JShellCommandTest {

  private static final String SESSION =
      """
      var mlp = Modules.of("Mlp", x -> Dense.of(1).call(relu(Dense.of(8).call(x))));
      var x = linspace(-1, 1, 16).reshape(16, 1);
      var params = mlp.init(Key.of(0), x).params();
      var tx = adam(3e-2);
      var state = tx.init(params);
      var loss = valueAndGrad((Params p) -> mlp.apply(Variables.of(p), x).sub(x).square().mean());
      for (int i = 0; i < 100; i++) {
        var updated = tx.update(loss.apply(params).grads(), state, params);
        params = applyUpdates(params, updated.updates());
        state = updated.state();
      }
      System.out.println("loss falls: " + (loss.apply(params).value().item() < 1e-2));
      System.out.println(loss);
      System.out.println(params.get("Dense_0", "bias").shape());
      mlp.call(x);
      /exit
      """;

  @TempDir private Path folder;

  @Test
  void session_defines_a_module_by_a_lambda_and_trains_it()
      throws IOException, InterruptedException {
    var script = Files.writeString(folder.resolve("session.jsh"), SESSION);
    var java = Path.of(System.getProperty("java.home"), "bin", "java");

    var process =
        new ProcessBuilder(
                java.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.cambric.examples.Main",
                "jshell",
                script.toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed)
        .contains("loss falls: true\n", "valueAndGrad of a function of this session\n", "[1]\n")
        .contains(
            "UnboundModuleException: Mlp.call at a snippet of this session is compact and needs a"
                + " bound module, but this Mlp is unbound.");
  }
}
