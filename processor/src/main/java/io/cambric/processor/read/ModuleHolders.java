package io.cambric.processor.read;

import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * Finds components that may hold modules, so that their accessors hand out the bound ones. In doubt
 * a component counts, since a search without a result costs little.
 */
final class ModuleHolders {

  private static final Set<String> CONTAINERS =
      Set.of(
          "java.util.Collection",
          "java.util.List",
          "java.util.Map",
          "java.util.Optional",
          "java.util.Set");

  /** Packages of the runtime whose interfaces no module implements. */
  private static final Set<String> WITHOUT_MODULES =
      Set.of(
          "io.cambric.array",
          "io.cambric.core",
          "io.cambric.numpy",
          "io.cambric.scope",
          "io.cambric.transform",
          "io.cambric.tree");

  private final Elements elements;
  private final Types types;

  ModuleHolders(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  boolean mayHoldModule(TypeMirror type) {
    return switch (type.getKind()) {
      case ERROR, TYPEVAR, WILDCARD -> true;
      case DECLARED -> mayHoldModule((DeclaredType) type);
      default -> false;
    };
  }

  private boolean mayHoldModule(DeclaredType type) {
    var element = (TypeElement) type.asElement();
    var name = element.getQualifiedName().toString();
    if (CONTAINERS.contains(name)) {
      return type.getTypeArguments().stream().anyMatch(this::mayHoldModule);
    }
    return name.equals("java.lang.Object")
        || isModule(type)
        || Annotated.has(Owners.of(element), Annotated.GENERATED)
        || Annotated.has(element, Annotated.PY_TREE)
        || element.getKind() == ElementKind.INTERFACE && mayBeModule(element);
  }

  private boolean isModule(DeclaredType type) {
    var module = elements.getTypeElement(RuntimeTypes.MODULE.canonicalName());
    return module != null
        && type.getKind() == TypeKind.DECLARED
        && types.isSubtype(types.erasure(type), types.erasure(module.asType()));
  }

  private boolean mayBeModule(Element type) {
    var packageName = elements.getPackageOf(type).getQualifiedName().toString();
    return !packageName.startsWith("java.") && !WITHOUT_MODULES.contains(packageName);
  }
}
