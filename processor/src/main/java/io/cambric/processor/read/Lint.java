package io.cambric.processor.read;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;

/** Warnings of javac's lint that a generated class would cause by the place of its source. */
public final class Lint {

  /** The kinds of warnings about types, which concern generated signatures. */
  private static final Set<String> OF_SIGNATURES =
      Set.of("deprecation", "preview", "rawtypes", "removal");

  private Lint() {}

  /** {@return the unavoidable kinds of warnings in the class of a definition} */
  static List<String> ofModule(TypeElement definition, Elements elements) {
    return of(definition, !isPublic(definition) && hasPublicTypes(definition), elements);
  }

  /**
   * {@return the unavoidable kinds of warnings in the types generated from a pytree} The flattener
   * is public for the runtime alone.
   */
  static List<String> ofTree(TypeElement record, Elements elements) {
    return of(record, true, elements);
  }

  private static List<String> of(TypeElement type, boolean mayExport, Elements elements) {
    var kinds = new LinkedHashSet<String>();
    for (Element e = type; e != null; e = e.getEnclosingElement()) {
      kinds.addAll(suppressed(e));
    }
    deprecations(type).forEach(kinds::add);
    if (!Eclipse.made(elements) && isAuxiliary(type, elements)) {
      kinds.add("auxiliaryclass");
    }
    if (mayExport && isExported(type, elements)) {
      kinds.add("exports");
    }
    return List.copyOf(kinds);
  }

  /** {@return the warnings about its signature that the source suppresses on {@code element}} */
  public static List<String> suppressed(Element element) {
    var annotation = element.getAnnotation(SuppressWarnings.class);
    return annotation == null
        ? List.of()
        : Arrays.stream(annotation.value()).filter(OF_SIGNATURES::contains).toList();
  }

  /**
   * {@return whether {@code element} is deprecated for removal, which causes warnings even inside
   * it}
   */
  public static boolean isToBeRemoved(Element element) {
    return Annotated.find(element, Annotated.DEPRECATED)
        .filter(found -> Annotated.isTrue(found, "forRemoval"))
        .isPresent();
  }

  /**
   * The kinds of deprecation warnings: the generated class uses deprecated members as the record
   * does, and names the enclosing types.
   */
  private static Stream<String> deprecations(TypeElement type) {
    var types = Stream.<Element>iterate(type, Objects::nonNull, Element::getEnclosingElement);
    var accessors = type.getRecordComponents().stream().map(c -> c.getAccessor());
    return Stream.concat(types, accessors)
        .filter(element -> Annotated.has(element, Annotated.DEPRECATED))
        .map(element -> isToBeRemoved(element) ? "removal" : "deprecation");
  }

  /** {@return whether {@code type} is in a package that a named module exports} */
  public static boolean isExported(Element type, Elements elements) {
    var module = elements.getModuleOf(type);
    return module != null
        && !module.isUnnamed()
        && ElementFilter.exportsIn(module.getDirectives()).stream()
            .anyMatch(exports -> exports.getPackage().equals(elements.getPackageOf(type)));
  }

  /**
   * Whether the types that signatures may mention are public. Signatures don't mention the
   * definition.
   */
  private static boolean hasPublicTypes(TypeElement definition) {
    return ElementFilter.typesIn(definition.getEnclosedElements()).stream()
        .anyMatch(Owners::isPublic);
  }

  /**
   * {@return whether {@code type} and all types around it are public; members of interfaces are}
   */
  public static boolean isPublic(Element type) {
    for (var e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (!Owners.isPublic(e)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the file, where the compiler shows it, has another name than its type. */
  private static boolean isAuxiliary(TypeElement type, Elements elements) {
    try {
      var file = elements.getFileObjectOf(type);
      var outermost = elements.getOutermostTypeElement(type);
      return file != null
          && outermost != null
          && file.getKind() == JavaFileObject.Kind.SOURCE
          && !file.isNameCompatible(
              outermost.getSimpleName().toString(), JavaFileObject.Kind.SOURCE);
    } catch (UnsupportedOperationException _) {
      // A compiler need not know the files of types.
      return false;
    }
  }
}
