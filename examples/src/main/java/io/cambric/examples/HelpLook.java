package io.cambric.examples;

import io.cambric.nn.writer.Terminal;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The look of help and of mistakes, the same for all commands. */
final class HelpLook {

  /** The text before a default, in a line of its own. */
  private static final String DEFAULT = "  Default: ";

  /** The number of the column of descriptions. */
  private static final int DESCRIPTION = 4;

  /** The columns before and after the names of options. */
  private static final int AROUND_NAMES = 9;

  private HelpLook() {}

  /** Gives a command line and all of its commands the look. */
  static void apply(CommandLine line) {
    line.setColorScheme(colours()).setHelpFactory(ShortHelp::new);
    line.setParameterExceptionHandler((problem, _) -> show(problem));
    divide(line);
  }

  /** {@return weights, and a red for mistakes, which both light and dark terminals show} */
  private static ColorScheme colours() {
    return new ColorScheme.Builder(Terminal.isDumb() ? Ansi.OFF : Ansi.AUTO)
        .commands(Style.bold)
        .options(Style.bold)
        .parameters(Style.bold)
        .errors(Style.bold, Style.fg_red)
        .build();
  }

  /** Puts an empty line and a title above each part of the help. */
  private static void divide(CommandLine line) {
    var usage = line.getCommandSpec().usageMessage();
    usage
        .descriptionHeading("%n")
        .optionListHeading("%nOptions:%n")
        .commandListHeading("%nCommands:%n");
    if (!line.getCommandSpec().positionalParameters().isEmpty()) {
      usage.parameterListHeading("%n");
    }
    line.getSubcommands().values().forEach(HelpLook::divide);
  }

  /** Shows a mistake and where help is, instead of a help that hides the mistake. */
  private static int show(ParameterException problem) {
    var line = problem.getCommandLine();
    var err = line.getErr();
    err.println(line.getColorScheme().errorText(problem.getMessage()));
    var name = line.getCommandSpec().qualifiedName();
    if (!UnmatchedArgumentException.printSuggestions(problem, err)) {
      err.println("Usage: %s [OPTIONS]".formatted(name));
    }
    err.println("Help: %s --help".formatted(name));
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Help with defaults at the ends of short descriptions, in fewer lines. */
  private static final class ShortHelp extends Help {

    /** Columns of a description. */
    private final int room;

    private ShortHelp(CommandSpec spec, ColorScheme colours) {
      super(spec, colours);
      var usage = spec.usageMessage();
      // Longer names have a line of their own.
      int names =
          spec.args().stream()
              .mapToInt(argument -> names(argument, colours))
              .filter(columns -> columns <= usage.longOptionsMaxWidth())
              .max()
              .orElse(0);
      room = usage.width() - AROUND_NAMES - names;
    }

    private int names(ArgSpec argument, ColorScheme colours) {
      var name = argument instanceof OptionSpec option ? option.longestName() : "";
      return name.length()
          + parameterLabelRenderer()
              .renderParameterLabel(argument, colours.ansi(), List.of())
              .plainString()
              .length();
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
      var usual = super.createDefaultOptionRenderer();
      return (option, labels, colours) -> joined(usual.render(option, labels, colours));
    }

    private Text[][] joined(Text[][] rows) {
      int last = rows.length - 1;
      var text = rows[last][DESCRIPTION].toString();
      if (last == 0 || !text.startsWith(DEFAULT)) {
        return rows;
      }
      var value = text.substring(DEFAULT.length());
      // A broken line could cut the name of a file.
      if (rows[last - 1][DESCRIPTION].toString().length() + text.length() > room) {
        return rows;
      }
      if (!value.isBlank()) {
        rows[last - 1][DESCRIPTION] =
            rows[last - 1][DESCRIPTION].concat(" Default: %s".formatted(value));
      }
      return Arrays.copyOf(rows, last);
    }
  }
}
