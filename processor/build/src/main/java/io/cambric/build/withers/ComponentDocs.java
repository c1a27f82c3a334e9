package io.cambric.build.withers;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.util.DocTrees;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;

/** The descriptions of components in the Javadoc of their record. */
final class ComponentDocs {

  private ComponentDocs() {}

  /** {@return component to its description; without those that have none} */
  static Map<String, String> of(TypeElement marked, DocTrees trees) {
    var comment = trees.getDocCommentTree(marked);
    var descriptions = new HashMap<String, String>();
    if (comment == null) {
      return descriptions;
    }
    for (var tag : comment.getBlockTags()) {
      if (tag instanceof ParamTree param && !param.isTypeParameter()) {
        var text =
            param.getDescription().stream().map(DocTree::toString).collect(Collectors.joining());
        descriptions.put(param.getName().getName().toString(), text.replaceAll("\\s+", " "));
      }
    }
    return descriptions;
  }
}
