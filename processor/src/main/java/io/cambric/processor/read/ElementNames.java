package io.cambric.processor.read;

import java.util.Locale;
import javax.lang.model.element.Element;

/** The rules that derive generated names from names in the source. */
public final class ElementNames {

  /** The ending of the name of a definition. */
  public static final String DEFINITION_ENDING = "Def";

  private ElementNames() {}

  /** {@return the name of the module class, or the definition's own if it doesn't end in Def} */
  public static String module(String definition) {
    return isDefinition(definition)
        ? definition.substring(0, definition.length() - DEFINITION_ENDING.length())
        : definition;
  }

  /** {@return whether a definition may have this name} */
  public static boolean isDefinition(String name) {
    return name.endsWith(DEFINITION_ENDING) && name.length() > DEFINITION_ENDING.length();
  }

  /** {@return {@code withFeatures} for {@code features}} */
  public static String wither(String component) {
    return "with" + component.substring(0, 1).toUpperCase(Locale.ROOT) + component.substring(1);
  }

  /** {@return the scope name of a component: its own unless {@code @Named} gives another} */
  public static String inScope(Element component) {
    return Annotated.find(component, Annotated.NAMED)
        .flatMap(annotation -> Annotated.value(annotation, "value"))
        .map(value -> value.getValue().toString())
        .orElseGet(() -> component.getSimpleName().toString());
  }
}
