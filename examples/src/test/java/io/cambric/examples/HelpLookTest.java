package io.cambric.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

class HelpLookTest {

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[(?:3[0-7]|9[0-7]|4[0-7])m");

  private static List<CommandLine> all(CommandLine line) {
    var all = new ArrayList<>(List.of(line));
    line.getSubcommands().values().forEach(each -> all.addAll(all(each)));
    return all;
  }

  private static List<CommandLine> commands() {
    return all(Main.commandLine());
  }

  private static List<String> errors(String... arguments) {
    var errors = new StringWriter();
    Main.commandLine().setErr(new PrintWriter(errors, true)).execute(arguments);
    return errors.toString().lines().toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 100})
  void no_line_of_a_help_is_wider_than_the_terminal(int columns) {
    var line = Main.commandLine().setUsageHelpWidth(columns);

    assertThat(all(line))
        .allSatisfy(command ->
            assertThat(command.getUsageMessage(Ansi.OFF).lines())
                .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(columns)));
  }

  @Test
  void helps_use_weights_only_since_yellow_vanishes_on_white() {
    assertThat(commands())
        .allSatisfy(command -> {
          var on = new ColorScheme.Builder(command.getColorScheme()).ansi(Ansi.ON).build();
          assertThat(command.getUsageMessage(on))
              .contains("\u001b[1m")
              .doesNotContainPattern(COLOUR);
        });
  }

  @Test
  void a_default_stands_at_the_end_of_its_description_or_whole_in_the_next_line() {
    var line = Main.commandLine().setUsageHelpWidth(80);

    assertThat(line.getSubcommands().get("digits").getUsageMessage(Ansi.OFF).lines())
        .anyMatch(text -> text.endsWith("Seed of parameters, noise and data order. Default: 1"))
        .anyMatch(text -> text.strip().equals("Default: 20"));
    assertThat(line.getSubcommands().get("vae").getUsageMessage(Ansi.OFF).lines())
        .anyMatch(text -> text.endsWith(". Default: vae-report.html"));
  }

  @Test
  void a_mistake_is_shown_without_the_help_that_would_hide_it() {
    assertThat(errors("digits", "--epochs", "0"))
        .containsExactly(
            "Invalid value for option '--epochs': needs a whole number from 1 to 100000, but got"
                + " 0.",
            "Usage: run digits [OPTIONS]",
            "Help: run digits --help");
    assertThat(errors("digits", "--epoks", "1"))
        .containsExactly(
            "Unknown options: '--epoks', '1'",
            "Possible solutions: --epochs",
            "Help: run digits --help");
  }
}
