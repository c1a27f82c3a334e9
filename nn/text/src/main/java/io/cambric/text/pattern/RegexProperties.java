package io.cambric.text.pattern;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Names of classes of characters in Oniguruma, as the content of a class of Java. */
final class RegexProperties {

  private static final Map<String, String> POSIX =
      Map.ofEntries(
          Map.entry("alpha", "\\p{IsAlphabetic}"),
          Map.entry("digit", "\\p{Nd}"),
          Map.entry("alnum", "\\p{IsAlphabetic}\\p{Nd}"),
          Map.entry("upper", "\\p{IsUppercase}"),
          Map.entry("lower", "\\p{IsLowercase}"),
          Map.entry("space", "\\p{IsWhite_Space}"),
          Map.entry("blank", "\\p{Zs}\\t"),
          Map.entry("cntrl", "\\p{Cc}"),
          Map.entry("punct", "\\p{P}\\p{S}"),
          Map.entry("ascii", "\\x00-\\x7f"),
          Map.entry("xdigit", "0-9a-fA-F"));

  private static final Map<String, String> CATEGORIES =
      Map.ofEntries(
          Map.entry("letter", "L"),
          Map.entry("uppercaseletter", "Lu"),
          Map.entry("lowercaseletter", "Ll"),
          Map.entry("titlecaseletter", "Lt"),
          Map.entry("modifierletter", "Lm"),
          Map.entry("otherletter", "Lo"),
          Map.entry("mark", "M"),
          Map.entry("nonspacingmark", "Mn"),
          Map.entry("spacingmark", "Mc"),
          Map.entry("enclosingmark", "Me"),
          Map.entry("number", "N"),
          Map.entry("decimalnumber", "Nd"),
          Map.entry("letternumber", "Nl"),
          Map.entry("othernumber", "No"),
          Map.entry("punctuation", "P"),
          Map.entry("dashpunctuation", "Pd"),
          Map.entry("openpunctuation", "Ps"),
          Map.entry("closepunctuation", "Pe"),
          Map.entry("connectorpunctuation", "Pc"),
          Map.entry("otherpunctuation", "Po"),
          Map.entry("initialpunctuation", "Pi"),
          Map.entry("finalpunctuation", "Pf"),
          Map.entry("symbol", "S"),
          Map.entry("mathsymbol", "Sm"),
          Map.entry("currencysymbol", "Sc"),
          Map.entry("modifiersymbol", "Sk"),
          Map.entry("othersymbol", "So"),
          Map.entry("separator", "Z"),
          Map.entry("spaceseparator", "Zs"),
          Map.entry("lineseparator", "Zl"),
          Map.entry("paragraphseparator", "Zp"),
          Map.entry("other", "C"),
          Map.entry("control", "Cc"),
          Map.entry("format", "Cf"),
          Map.entry("unassigned", "Cn"),
          Map.entry("privateuse", "Co"));

  private RegexProperties() {}

  /** {@return the characters of a name in brackets and colons, null if there is none} */
  static @Nullable String posix(String name) {
    return POSIX.get(name);
  }

  /**
   * {@return the characters of a property}
   *
   * @throws PatternSyntaxException if Java has none of that name
   */
  static String property(String name) {
    var key = name.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
    if (key.equals("any")) {
      return "\\x{0}-\\x{10ffff}";
    }
    var posix = POSIX.get(key);
    if (posix != null) {
      return posix;
    }
    var category = CATEGORIES.get(key);
    if (category != null) {
      return "\\p{" + category + "}";
    }
    // Categories have one or two letters; scripts and binary properties more.
    var java = name.length() <= 2 ? "\\p{" + capitalized(key) + "}" : "\\p{Is" + name + "}";
    Pattern.compile(java);
    return java;
  }

  private static String capitalized(String key) {
    return key.isEmpty() ? "" : key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1);
  }
}
