package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import java.util.Optional;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Reads {@code @PyTree} records and setup records. */
public final class PyTreeReader {

  private final Elements elements;
  private final Types typeUtils;

  /** A reader that asks the compiler's utilities. */
  public PyTreeReader(Elements elements, Types typeUtils) {
    this.elements = elements;
    this.typeUtils = typeUtils;
  }

  /** Reads a record, naming unresolved types by {@code roundTypes}. */
  public ReadResult<PyTreeModel> read(TypeElement record, RoundTypes roundTypes) {
    var imports = SourceImports.of(record, elements);
    var packageName = elements.getPackageOf(record).getQualifiedName().toString();
    var types = new TypeReader(roundTypes, imports, packageName, elements);
    var docs = new DocReader(record, imports, roundTypes, elements);
    var model =
        new PyTreeModel(
            record,
            ClassName.get(record),
            types.readAll(record.getTypeParameters()),
            new ComponentReader(types, new ModuleHolders(elements, typeUtils))
                .read(record, docs.read(record)),
            Lint.isPublic(record),
            Lint.ofTree(record, elements),
            withers(record, elements).isPresent());
    return ReadResult.of(model, types);
  }

  /** {@return the interface of withers that {@code record} declares to implement} */
  public static Optional<ClassName> withers(TypeElement record, Elements elements) {
    var packageName = elements.getPackageOf(record).getQualifiedName().toString();
    var name = PyTreeModel.withers(record, packageName);
    return record.getInterfaces().stream().anyMatch(i -> isNamed(i, name.simpleName()))
        ? Optional.of(name)
        : Optional.empty();
  }

  private static boolean isNamed(TypeMirror type, String simpleName) {
    return type instanceof DeclaredType declared
        && declared.asElement().getSimpleName().contentEquals(simpleName);
  }
}
